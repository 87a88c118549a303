/** What goes with every change of a person's second factors (asvs 69, 86; security.md 4.9). */
import type { Browser } from "#server/auth/browser.ts";
import {
  countRecoveryCodes,
  removeRecoveryCodes,
  renewRecoveryCodes,
} from "#server/auth/recovery-codes.ts";
import { revokeAccess } from "#server/auth/revocation.ts";
import { hasAny, isTwoFactorRequired, twoFactorOf } from "#server/auth/two-factor.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { wrongState } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { signInContext } from "#server/modules/session/session.service.ts";

export type TwoFactorChange = {
  actor: SignedInActor;
  user: UserRow;
  browser: Browser;
  /** As the mail and the log call it. */
  factor: string;
};

export const APP = "an authenticator app";

/** Answers recovery codes when there are none left, as with the first factor. */
export async function noteAdded(
  tx: Transaction,
  change: TwoFactorChange,
): Promise<{ recoveryCodes: string[] | null }> {
  const { user, factor } = change;
  await noteChange(tx, change, { kind: "factor.added", what: `You added ${factor}` });
  const left = await countRecoveryCodes(tx, user.id);
  return { recoveryCodes: left === 0 ? await renewRecoveryCodes(tx, user.id) : null };
}

/** The last factor takes the recovery codes with it; where the role demands one it stays. */
export async function noteRemoved(tx: Transaction, change: TwoFactorChange): Promise<void> {
  const { actor, user, factor } = change;
  const isLast = !hasAny(await twoFactorOf(tx, user.id));
  if (isLast && isTwoFactorRequired(actor)) {
    throw wrongState("Your role needs one. Add another before you remove this one.");
  }
  await noteChange(tx, change, { kind: "factor.removed", what: `You removed ${factor}` });
  if (isLast) await removeRecoveryCodes(tx, user.id);
}

type Notice = { user: UserRow; browser: Browser; what: string };

export async function tellOf(tx: Transaction, { user, browser, what }: Notice): Promise<void> {
  await sendMail(tx, {
    template: "factorsChanged",
    to: { email: user.email },
    data: { what, ...signInContext(browser) },
  });
}

type Change = { kind: "factor.added" | "factor.removed"; what: string };

async function noteChange(
  tx: Transaction,
  { actor, user, browser, factor }: TwoFactorChange,
  { kind, what }: Change,
): Promise<void> {
  await revokeAccess(tx, user.id, { session: actor.sessionId, deviceCookie: browser.deviceCookie });
  await recordSecurityEvent(tx, { kind, userId: user.id, browser, metadata: { factor } });
  await tellOf(tx, { user, browser, what });
}
