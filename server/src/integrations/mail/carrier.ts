/** Carries one mail to the outside: to a mail server, or into a directory when there is none (D-104). */
import type { Config } from "#server/config/config.ts";
import type { Log } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
import { createFileOutbox } from "./file-outbox.ts";
import type { MailCarrier } from "./mail-carrier.ts";
import { createSmtpCarrier } from "./smtp.ts";

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
