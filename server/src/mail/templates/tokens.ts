/** What the owner of a personal token hears of it. */
import { type Scope, scopeLabels } from "contract/scopes";
import { writtenDay } from "#server/mail/bureau-time.ts";
import type { Letter } from "#server/mail/letter.ts";

export function tokenCreatedLetter(data: {
  name: string;
  scopes: readonly Scope[];
  expiresAt: string;
}): Letter {
  const scopes = data.scopes.map((scope) => scopeLabels[scope].toLowerCase()).join(", ");
  return {
    subject: "A token was created",
    paragraphs: [
      `The token "${data.name}" was created on your account. It may: ${scopes}. It ends on ${writtenDay(data.expiresAt)}. If this was not you, revoke it in your profile and change your password.`,
    ],
  };
}

export function tokenEndsLetter(data: { name: string; expiresAt: string }): Letter {
  return {
    subject: "A token ends soon",
    paragraphs: [`The token "${data.name}" ends on ${writtenDay(data.expiresAt)}.`],
  };
}

export function tokenRevokedLetter(data: { name: string }): Letter {
  return {
    subject: "A token was revoked",
    paragraphs: [`An admin has revoked your token "${data.name}".`],
  };
}
