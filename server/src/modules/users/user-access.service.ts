/** What an admin does for a person who cannot get in, or must not stay in. No admin sees or sets a password (asvs 74). */
import { createResetToken } from "#server/auth/reset-tokens.ts";
import { revokeAccess } from "#server/auth/revocation.ts";
import { clearLoginLock, clearResetLimits } from "#server/auth/throttles.ts";
import { removeTwoFactor } from "#server/auth/two-factor.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { badRequest, notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { tryAgain } from "#server/modules/notifications/reachability.service.ts";
import * as accounts from "./accounts.service.ts";
import { assertManagesUsers } from "./users.policy.ts";

type Target = { id: number };

/** Ends the wait after too many wrong passwords or codes (security.md 4.3). */
export async function unlock(actor: SignedInActor, { id }: Target): Promise<void> {
  await inTransaction(async (tx) => {
    const user = await lockManaged(tx, actor, id);
    await clearLoginLock(tx, { email: user.email, userId: id });
    await clearResetLimits(tx, user.email);
    const metadata = { by: actor.id };
    await recordSecurityEvent(tx, { kind: "lock.cleared", userId: id, metadata });
  });
}

/** On every screen and in every trusted browser, from the next request on; only the admin's own session stays (asvs 87). */
export async function signOut(actor: SignedInActor, { id }: Target): Promise<void> {
  await inTransaction(async (tx) => {
    await lockManaged(tx, actor, id);
    await revokeAccess(tx, id, id === actor.id ? { session: actor.sessionId } : {});
    const metadata = { by: actor.id, everywhere: true };
    await recordSecurityEvent(tx, { kind: "session.ended", userId: id, metadata });
  });
}

/** Mails about cases to an address that has failed (work/notifications.md 6.4). */
export async function tryMails(actor: SignedInActor, { id }: Target): Promise<void> {
  await inTransaction(async (tx) => {
    await lockManaged(tx, actor, id);
    await tryAgain(tx, actor, id);
  });
}

export async function sendResetLink(actor: SignedInActor, { id }: Target): Promise<void> {
  await inTransaction(async (tx) => {
    const user = await lockManaged(tx, actor, id);
    await mailResetLink(tx, user);
    const metadata = { by: actor.id };
    await recordSecurityEvent(tx, { kind: "reset.sent", userId: id, metadata });
  });
}

/**
 * For somebody who has lost phone, keys and recovery codes: back to the code by mail. The admin must know whom he has
 * before him; the person is told, so that a helpful voice on the telephone cannot do it unnoticed.
 */
export async function removeFactors(actor: SignedInActor, { id }: Target): Promise<void> {
  await inTransaction(async (tx) => {
    const user = await lockManaged(tx, actor, id);
    // The own ones ask for the own password, in the profile.
    if (id === actor.id) throw badRequest("Change your own factors in your profile");
    await dropTwoFactor(tx, user, { by: actor.id });
  });
}

/** Also for the operator's command, where nobody else is left who could help. */
export async function dropTwoFactor(
  tx: Transaction,
  user: UserRow,
  metadata: Record<string, unknown>,
): Promise<void> {
  await removeTwoFactor(tx, user.id);
  await revokeAccess(tx, user.id);
  await recordSecurityEvent(tx, { kind: "factor.removed", userId: user.id, metadata });
  const data = { at: runtime.clock.now().toISOString() };
  await sendMail(tx, { template: "factorsRemoved", to: { email: user.email }, data });
}

/** The account must be locked: of two links only the newer one works. */
export async function mailResetLink(tx: Transaction, user: UserRow): Promise<void> {
  const { token, expiresAt } = await createResetToken(tx, user.id);
  // The origin comes from the settings: a forged Host header must not lead anybody astray (asvs 40).
  const url = `${runtime.config.appOrigin}/reset-password?token=${token}`;
  const to = { email: user.email };
  await sendMail(tx, { template: "resetLink", to, data: { url }, expiresAt });
}

async function lockManaged(tx: Transaction, actor: SignedInActor, id: number): Promise<UserRow> {
  assertManagesUsers(actor);
  const user = await accounts.lockAccount(tx, id, "update");
  if (!user) throw notFound("user");
  return user;
}
