import { AddressRefused, refusalIn } from "./address-refused.ts";
import type { MailCarrier } from "./mail-carrier.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** Recipients are handed over as objects: a mail library that parses addresses from text can be fooled (asvs 12). */
export function createSmtpCarrier(smtpUrl: string): MailCarrier {
  let transport: ReturnType<typeof openTransport> | undefined;
  const open = () => (transport ??= openTransport(new URL(smtpUrl)));
  return {
    async check() {
      await (await open()).verify();
    },

    async carry({ envelopeFrom, ...mail }) {
      const sender = await open();
      try {
        await sender.sendMail({
          ...mail,
          headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
          ...(envelopeFrom === undefined
            ? {}
            : { envelope: { from: envelopeFrom, to: mail.to.address } }),
        });
      } catch (error) {
        const code = refusalIn(error);
        throw code === null ? error : new AddressRefused(code, { cause: error });
      }
    },
  };
}

/** Its library weighs 20 MB, so it is loaded for the first mail (decisions/0012). */
async function openTransport(url: URL) {
  const { createTransport } = await import("nodemailer");
  const isEncryptedFromTheStart = url.protocol === "smtps:";
  const isOnThisMachine = loopbackHosts.has(url.hostname);
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (isEncryptedFromTheStart ? 465 : 587)),
    secure: isEncryptedFromTheStart,
    // Codes and links never travel in the clear beyond this machine (asvs 100).
    requireTLS: !isEncryptedFromTheStart && !isOnThisMachine,
    // Nobody has a certificate for localhost.
    tls: { rejectUnauthorized: !isOnThisMachine },
    ...(url.username === ""
      ? {}
      : {
          auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
        }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
