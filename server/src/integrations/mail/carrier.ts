/** Carries one mail to the outside: to a mail server, or into a directory when there is none (D-104). */
import type { Config } from "#server/config/config.ts";
import type { Log } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
import { createFileOutbox } from "./file-outbox.ts";
import { createSmtpCarrier } from "./smtp.ts";

export type Mailbox = { name: string; address: string };

export type OutgoingMail = {
  /** The same at every try, so that a mail delivered twice is recognised as one. */
  messageId: string;
  from: Mailbox;
  to: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
};

export type MailCarrier = {
  /** Throws when the mail was not taken over. */
  carry(mail: OutgoingMail): Promise<void>;
  /** Rejects when it would take over no mail right now; sends nothing. */
  check(): Promise<void>;
};

const carriers = new WeakMap<Config["mail"], MailCarrier>();

export function mailCarrier(): MailCarrier {
  const { mail } = runtime.config;
  const known = carriers.get(mail);
  if (known) return known;
  const carrier = createMailCarrier(mail, runtime.log);
  carriers.set(mail, carrier);
  return carrier;
}

export function createMailCarrier(mail: Config["mail"], log: Log): MailCarrier {
  if (mail.smtpUrl !== null) return createSmtpCarrier(mail.smtpUrl);
  return createFileOutbox(mail.outboxDirectory, log);
}
