/** The mailbox whose mails become messages of a case. */
import type { Settings } from "./settings.ts";

/** Null means that nobody can answer by mail. */
export type MailboxConfig = Readonly<{
  /** With user and password. */
  url: string;
  /** Takes plus-addresses. */
  address: Readonly<{ local: string; domain: string }>;
  folder: string;
  /** Whose Authentication-Results are believed; null: token and sender's address have to do. */
  authservId: string | null;
  keepDays: number;
}> | null;

/** 64 less the plus sign and the 34 characters of a token (RFC 5321 4.5.3.1.1). */
const MOST_LOCAL_CHARACTERS = 29;

export function readMailbox(settings: Settings): MailboxConfig {
  const url = settings.url("INBOUND_IMAP_URL", ["imap:", "imaps:"]);
  const address = readAddress(settings);
  const keepDays = settings.integer("INBOUND_KEEP_DAYS", { fallback: 7, from: 0, to: 30 });
  const isUrlGiven = settings.text("INBOUND_IMAP_URL") !== undefined;
  if (isUrlGiven !== (settings.text("MAIL_REPLY_ADDRESS") !== undefined))
    settings.problem(
      "INBOUND_IMAP_URL and MAIL_REPLY_ADDRESS belong together: set both or neither.",
    );
  if (url === undefined || address === null) return null;
  return {
    url: url.href,
    address,
    folder: settings.text("INBOUND_FOLDER") ?? "INBOX",
    authservId: settings.text("INBOUND_AUTHSERV_ID")?.toLowerCase() ?? null,
    keepDays,
  };
}

function readAddress(settings: Settings): { local: string; domain: string } | null {
  const text = settings.text("MAIL_REPLY_ADDRESS")?.toLowerCase();
  if (text === undefined) return null;
  const [, local = "", domain = ""] =
    /^([\w.!#$%&'*/=?^`{|}~-]+)@([a-z0-9.-]+|\[[a-z0-9.:]+\])$/.exec(text) ?? [];
  if (local !== "" && local.length <= MOST_LOCAL_CHARACTERS) return { local, domain };
  settings.problem(
    `MAIL_REPLY_ADDRESS must be an address with at most ${MOST_LOCAL_CHARACTERS} characters and no plus sign before the @.`,
  );
  return null;
}
