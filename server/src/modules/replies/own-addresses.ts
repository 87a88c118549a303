/** The addresses of the mailbox: where answers about a case go, and where reports of failed mails go. */
import type { MailboxConfig } from "#server/config/mailbox-settings.ts";
import { BOUNCE_TOKEN_LENGTH } from "./reply-token.ts";

export type OwnAddress = { kind: "reply" | "bounce"; token: string };
type Mailbox = Pick<NonNullable<MailboxConfig>, "address">;

export function addressWith({ address: { local, domain } }: Mailbox, token: string): string {
  return `${local}+${token}@${domain}`;
}

/** Of those a mail was sent to, in the order in which they are trusted; a report counts before an answer. */
export function findOwnAddress(
  addresses: readonly string[],
  mailbox: Mailbox,
): OwnAddress | undefined {
  const own = addresses.flatMap((address) => ownIn(address, mailbox) ?? []);
  return own.find(({ kind }) => kind === "bounce") ?? own[0];
}

function ownIn(address: string, { address: { local, domain } }: Mailbox): OwnAddress | null {
  const written = address.trim().toLowerCase();
  const [start, end] = [`${local}+`, `@${domain}`];
  if (!written.startsWith(start) || !written.endsWith(end)) return null;
  const token = written.slice(start.length, -end.length);
  if (!/^[a-z0-9]+$/.test(token)) return null;
  if (token.length === BOUNCE_TOKEN_LENGTH) return { kind: "bounce", token };
  return { kind: "reply", token };
}
