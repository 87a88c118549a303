/**
 * Another address for one's own account (D-131): asked for with the password, effective once the link mailed to the new
 * address is opened, cancelled by the one mailed to the old address.
 */
import { INVALID_EMAIL_LINK, PASSWORD_FOR_EMAIL, profileApi } from "contract/profile";
import type { Browser } from "#server/auth/browser.ts";
import {
  closeEmailChanges,
  createEmailChange,
  findEmailChange,
  findOwnerOfCancelLink,
  forgetEmailChanges,
  waitingEmailOf,
} from "#server/auth/email-changes.ts";
import { forgetResetTokens } from "#server/auth/reset-tokens.ts";
import { revokeAccess } from "#server/auth/revocation.ts";
import { spendEmailChange } from "#server/auth/throttles.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, badRequest, taken } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { forgetFailures } from "#server/modules/notifications/mail-recipients.service.ts";
import { signInContext } from "#server/modules/session/session.service.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import { assertOwnPassword } from "./own-password.service.ts";

const TAKEN = "Email already in use";

type Asked = { newEmail: string; browser: Browser };

export async function getWaiting(actor: SignedInActor): Promise<{ newEmail: string | null }> {
  return { newEmail: await waitingEmailOf(runtime.database, actor.id) };
}

/** Before anything is written. Answers the account as it was when its password was asked for. */
export async function prove(
  actor: SignedInActor,
  currentPassword: string | undefined,
  browser: Browser,
): Promise<UserRow> {
  if (!currentPassword) throw badField("currentPassword", PASSWORD_FOR_EMAIL);
  const wrong = { sentence: PASSWORD_FOR_EMAIL, browser };
  const user = await assertOwnPassword(actor, currentPassword, wrong);
  await spendEmailChange(actor.id);
  return user;
}

/** Does the same, and answers the same, whether the address is free or somebody else's: only the mail to it differs. */
export async function ask(
  tx: Transaction,
  { actor, user }: { actor: SignedInActor; user: UserRow },
  { newEmail, browser }: Asked,
): Promise<void> {
  const owner = { userId: user.id, sessionId: actor.sessionId };
  const links = await createEmailChange(tx, { ...owner, newEmail });
  const { expiresAt } = links;
  const to = { email: newEmail };
  if (await accounts.isTakenFor(tx, newEmail, user.id)) {
    const data = { at: runtime.clock.now().toISOString() };
    await sendMail(tx, { template: "emailTaken", to, data, expiresAt });
  } else {
    const data = { url: linkTo("confirm-email", links.confirmToken) };
    await sendMail(tx, { template: "emailConfirm", to, data, expiresAt });
  }
  const url = linkTo("keep-email", links.cancelToken);
  await sendMail(tx, {
    template: "emailAsked",
    to: { email: user.email },
    data: { newEmail, url, ...signInContext(browser) },
    expiresAt,
  });
  await recordSecurityEvent(tx, { kind: "email.requested", userId: user.id, browser });
  await announceWaiting(tx, user.id);
}

/** In the profile. Nothing to cancel is no error: what is wished is so already. */
export async function cancel(actor: SignedInActor, browser: Browser): Promise<void> {
  await inTransaction(async (tx) => {
    await accounts.lockAccount(tx, actor.id, "update");
    if (!(await closeEmailChanges(tx, actor.id))) return;
    await recordSecurityEvent(tx, { kind: "email.cancelled", userId: actor.id, browser });
    await announceWaiting(tx, actor.id);
  });
}

/** Only the session that asked stays; no browser is trusted any more (asvs 88). */
export async function confirm(token: string, browser: Browser): Promise<void> {
  const found = await findEmailChange(runtime.database, token);
  if (found === null) throw badRequest(INVALID_EMAIL_LINK);
  await accounts.refusingTakenEmail(TAKEN, () =>
    inTransaction(async (tx) => {
      const user = await accounts.lockAccount(tx, found.userId, "update");
      const change = await findEmailChange(tx, token);
      if (user === null || change === null) throw badRequest(INVALID_EMAIL_LINK);
      const email = change.newEmail;
      if (await accounts.isTakenFor(tx, email, user.id)) throw taken(TAKEN, "email");
      await accounts.updateAccount(tx, user.id, { email });
      await revokeAccess(tx, user.id, { session: change.sessionId });
      await forgetResetTokens(tx, user.id);
      await forgetFailures(tx, user.id);
      await forgetEmailChanges(tx, user.id);
      await recordSecurityEvent(tx, { kind: "email.changed", userId: user.id, browser });
      const data = { newEmail: email, at: runtime.clock.now().toISOString() };
      await sendMail(tx, { template: "emailChanged", to: { email: user.email }, data });
      await announceWaiting(tx, user.id);
    }),
  );
}

/** By the link in the notice to the old address: whoever asked is out at once. */
export async function refuse(token: string, browser: Browser): Promise<void> {
  await inTransaction(async (tx) => {
    const owner = await findOwnerOfCancelLink(tx, token);
    const user = owner === null ? null : await accounts.lockAccount(tx, owner, "update");
    // It may have been confirmed while this waited for the account.
    const isGood = user !== null && (await findOwnerOfCancelLink(tx, token)) !== null;
    if (!isGood) throw badRequest(INVALID_EMAIL_LINK);
    await forgetEmailChanges(tx, user.id);
    await revokeAccess(tx, user.id);
    await recordSecurityEvent(tx, { kind: "email.cancelled", userId: user.id, browser });
    await recordSecurityEvent(tx, { kind: "session.ended", userId: user.id, browser });
  });
}

export async function isGoodConfirmation(token: string): Promise<boolean> {
  return (await findEmailChange(runtime.database, token)) !== null;
}

export async function isGoodRefusal(token: string): Promise<boolean> {
  return (await findOwnerOfCancelLink(runtime.database, token)) !== null;
}

/** The origin comes from the settings, never from a request (asvs 40). */
function linkTo(page: "confirm-email" | "keep-email", token: string): string {
  return `${runtime.config.appOrigin}/${page}?token=${token}`;
}

async function announceWaiting(tx: Transaction, userId: number): Promise<void> {
  await announce(tx, { audience: { userId }, keys: [profileApi.getEmailChange.path] });
}
