/** The address by which a mail program stops mails. It has no end; another address of the person ends it. */
import { isSealed, sealOf, type Seal } from "#server/auth/signed-token.ts";

/** News and digests, or reminders. */
export type MailScope = "n" | "r";

export type Unsubscriber = { id: number; email: string };

const SEAL: Seal = { purpose: "unsubscribe", length: 16 };
const FORM = /^(?<scope>[nr])\.(?<id>[1-9]\d{0,9})\.(?<seal>[\w-]{21}[AQgw])$/;

export function unsubscribeToken(scope: MailScope, person: Unsubscriber): string {
  return `${scope}.${person.id}.${sealOf(SEAL, contentOf(scope, person)).toString("base64url")}`;
}

/** Whom it names; it says nothing before `isTokenOf` has been asked. */
export function readUnsubscribeToken(token: string): { scope: MailScope; id: number } | null {
  const found = FORM.exec(token)?.groups;
  return found ? { scope: found["scope"] as MailScope, id: Number(found["id"]) } : null;
}

export function isTokenOf(token: string, person: Unsubscriber): boolean {
  const found = FORM.exec(token)?.groups;
  if (!found) return false;
  const content = contentOf(found["scope"] as MailScope, person);
  return isSealed(SEAL, content, Buffer.from(found["seal"] ?? "", "base64url"));
}

function contentOf(scope: MailScope, { id, email }: Unsubscriber): string {
  return `${scope} ${id} ${email}`;
}
