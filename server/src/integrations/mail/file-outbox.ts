import { access, constants, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "#server/core/log.ts";
import type { MailCarrier, OutgoingMail } from "./mail-carrier.ts";

/** Every mail becomes a file that a person can read, codes and links included; the log only says where it is. */
export function createFileOutbox(directory: string, log: Log): MailCarrier {
  let composer: ReturnType<typeof openComposer> | undefined;
  return {
    async check() {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await access(directory, constants.W_OK);
    },

    async carry(mail) {
      composer ??= openComposer();
      const { message } = await (
        await composer
      ).sendMail({
        ...mail,
        text: readablePart("plain", mail.text),
        html: readablePart("html", mail.html),
      });
      const file = join(directory, fileNameOf(mail));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that whoever waits for the file never reads half of it.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ file, recipient: mail.to.address }, "A mail was written to the outbox");
    },
  };
}

/** Its library weighs 20 MB, so it is loaded for the first mail (decisions/0012). */
async function openComposer() {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true, newline: "unix" });
}

/** As it is: the usual encoding of mails breaks long links in two. */
function readablePart(type: "plain" | "html", content: string): { raw: string } {
  return {
    raw: `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}`,
  };
}

/** Sorts by time, and says what the mail is about without saying anything secret. */
function fileNameOf(mail: OutgoingMail): string {
  const number = /^<(\d+)/.exec(mail.messageId)?.[1] ?? "0";
  const subject = mail.subject
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40);
  return `${number.padStart(8, "0")}-${subject}.eml`;
}
