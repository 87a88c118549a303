/** Signs that no person has written a mail: answered, two programs would write to each other for ever (RFC 3834). */
import type { MailHead } from "./mail-headers.ts";
import { valuesOf } from "./mail-headers.ts";

const AUTOMATIC_PRECEDENCE = new Set(["bulk", "junk", "list", "auto_reply"]);
const TELLING_HEADERS = ["x-autoreply", "x-autorespond", "list-id"];
const ROBOTS = /^(mailer-daemon|postmaster)@/i;

/** `ownDomain` is the one of our own Message-IDs. */
export function isAutomatic({ headers, from, messageId }: MailHead, ownDomain: string): boolean {
  const isSaid = (name: string, isSign: (value: string) => boolean) =>
    valuesOf(headers, name).some((value) => isSign(value.trim().toLowerCase()));
  return (
    isSaid("auto-submitted", (value) => !/^no\b/.test(value)) ||
    isSaid("precedence", (value) => AUTOMATIC_PRECEDENCE.has(value)) ||
    TELLING_HEADERS.some((name) => isSaid(name, () => true)) ||
    isSaid("return-path", (value) => /^(<\s*>)?$/.test(value)) ||
    from.some((address) => ROBOTS.test(address)) ||
    isOwnMessageId(messageId ?? "", ownDomain)
  );
}

/** As delivery.ts writes them. */
function isOwnMessageId(messageId: string, ownDomain: string): boolean {
  const [, domain] = /^<\d+\.[0-9a-f]{24}@([^>]+)>$/.exec(messageId) ?? [];
  return domain !== undefined && domain.toLowerCase() === ownDomain.toLowerCase();
}
