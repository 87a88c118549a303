/** A mailbox over IMAP. */
import { setTimeout as pause } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import type { MailboxConfig } from "#server/config/mailbox-settings.ts";
import type { FoundMail, Mailbox } from "./mailbox.ts";

const KEPT_FOLDER = "Portal";
const CONNECT_TIMEOUT_MS = 10_000;
/** Longer than IDLE is left alone. */
const SILENCE_TIMEOUT_MS = 11 * 60_000;
/** Servers may end an IDLE after ten minutes and more (RFC 2177). */
const IDLE_MS = 9 * 60_000;
const ASK_EVERY_MS = 60_000;
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

export async function openImap(config: NonNullable<MailboxConfig>): Promise<Mailbox> {
  const client = createClient(new URL(config.url));
  const lost = new AbortController();
  // What breaks fails the call that runs, and that is where it is answered.
  client.on("error", () => lost.abort());
  client.on("close", () => lost.abort());
  await client.connect();
  try {
    await client.mailboxOpen(config.folder);
  } catch (error) {
    client.close();
    throw error;
  }
  return mailboxOn(client, config, lost.signal);
}

function createClient(url: URL): ImapFlow {
  const isEncryptedFromTheStart = url.protocol === "imaps:";
  const isOnThisMachine = loopbackHosts.has(url.hostname);
  return new ImapFlow({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (isEncryptedFromTheStart ? 993 : 143)),
    secure: isEncryptedFromTheStart,
    // The password never travels in the clear beyond this machine (asvs 100).
    ...(!isEncryptedFromTheStart && !isOnThisMachine && { doSTARTTLS: true }),
    // Nobody has a certificate for localhost.
    tls: { rejectUnauthorized: !isOnThisMachine },
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // A mail of 25 MB, and what surrounds it.
    maxLiteralSize: 32 * 1_048_576,
    maxResponseSize: 40 * 1_048_576,
  });
}

function mailboxOn(
  client: ImapFlow,
  { folder, keepDays }: NonNullable<MailboxConfig>,
  lost: AbortSignal,
): Mailbox {
  const byUid = { uid: true } as const;
  // Servers tell of a new mail with whatever they answer next, also while others are dealt with.
  let news = Promise.withResolvers<void>();
  client.on("exists", () => news.resolve());

  async function readPart(uid: number, query: { headers: true } | { source: true }) {
    const mail = await client.fetchOne(String(uid), query, byUid);
    const part = mail && ("source" in query ? mail.source : mail.headers);
    if (!part) throw new Error("The mail is not there any more");
    return part;
  }

  return {
    async list() {
      // Tells of what has come since.
      await client.noop();
      news = Promise.withResolvers();
      const found: FoundMail[] = [];
      if (client.mailbox === false || client.mailbox.exists === 0) return found;
      for await (const mail of client.fetch("1:*", { uid: true, size: true, internalDate: true })) {
        const receivedAt = new Date(mail.internalDate ?? Date.now());
        found.push({ uid: mail.uid, size: mail.size ?? 0, receivedAt });
      }
      return found.toSorted((first, second) => first.uid - second.uid);
    },
    readHead: (uid) => readPart(uid, { headers: true }),
    readWhole: (uid) => readPart(uid, { source: true }),
    async putAway(uid) {
      if (keepDays > 0 && (await movedTo(client, uid))) return;
      await client.messageDelete(String(uid), byUid);
    },
    async emptyKept(before) {
      const open = await client.mailboxOpen(KEPT_FOLDER).catch(() => null);
      try {
        if (open) await client.messageDelete({ before }, byUid);
      } finally {
        await client.mailboxOpen(folder);
      }
    },
    wait: (signal) => untilSomething(client, news.promise, AbortSignal.any([signal, lost])),
    async close() {
      await client.logout().catch(() => client.close());
    },
  };
}

async function movedTo(client: ImapFlow, uid: number): Promise<boolean> {
  const move = () => client.messageMove(String(uid), KEPT_FOLDER, { uid: true }).catch(() => false);
  if (await move()) return true;
  await client.mailboxCreate(KEPT_FOLDER).catch(() => undefined);
  return Boolean(await move());
}

async function untilSomething(
  client: ImapFlow,
  news: Promise<void>,
  ended: AbortSignal,
): Promise<void> {
  // The line may have been lost since the last command.
  if (ended.aborted) return;
  if (!client.capabilities.has("IDLE")) {
    await pause(ASK_EVERY_MS, undefined, { signal: ended }).catch(() => undefined);
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, IDLE_MS);
  void news.then(resolve);
  ended.addEventListener("abort", () => resolve(), { once: true });
  // The next command ends it.
  client.idle().catch(() => resolve());
  await promise;
  clearTimeout(timeout);
}
