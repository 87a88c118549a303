/** What a user changes about himself (D-130, D-131, S-17). */
import type { SignedInActor } from "#server/auth/actor.ts";
import type { Browser } from "#server/auth/browser.ts";
import { assertAcceptablePassword } from "#server/auth/password-policy.ts";
import { checkPassword, hashPassword } from "#server/auth/passwords.ts";
import { forgetResetTokens } from "#server/auth/reset-tokens.ts";
import { endAccess } from "#server/auth/revocation.ts";
import { isSameSecret } from "#server/auth/secrets.ts";
import { recordSecurityEvent } from "#server/auth/security-log.ts";
import { startPasswordTry } from "#server/auth/throttles.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { keepFiles, releaseFiles, type ReceivedFile } from "#server/files/stored.ts";
import { badField, badRequest, signedOut } from "#server/http/errors.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { circumstancesOf } from "#server/modules/session/session.service.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import { runtime } from "#server/runtime.ts";

const WRONG_PASSWORD = "Current password is incorrect";

type Names = { firstName: string; lastName: string; email: string };
type PasswordChange = { currentPassword: string; newPassword: string; browser: Browser };

export async function update(actor: SignedInActor, input: Names): Promise<UserRow> {
  return accounts.refusingTakenEmail("Email already in use", () =>
    inTransaction(async (tx) => {
      const user = await lockSelf(tx, actor);
      const changed = await accounts.updateAccount(tx, actor.id, input);
      if (changed.email !== user.email) await applyNewEmail(tx, actor, { user, changed });
      return changed;
    }),
  );
}

export async function updatePassword(actor: SignedInActor, change: PasswordChange): Promise<void> {
  const user = await assertOwnPassword(actor, change.currentPassword);
  assertAcceptablePassword(change.newPassword, user, "newPassword");
  const password = await hashPassword(change.newPassword);
  await inTransaction(async (tx) => {
    await lockSelf(tx, actor, user);
    await accounts.storePassword(tx, actor.id, password);
    const kept = { session: actor.sessionId, deviceCookie: change.browser.deviceCookie };
    await endAccess(tx, actor.id, kept);
    await forgetResetTokens(tx, actor.id);
    const { browser } = change;
    await recordSecurityEvent(tx, { kind: "password.changed", userId: actor.id, browser });
    const data = circumstancesOf(browser);
    await sendMail(tx, { template: "passwordChanged", to: { email: user.email }, data });
  });
}

/** The picture before goes with the change (S-17). */
export async function storeAvatar(
  actor: SignedInActor,
  files: readonly ReceivedFile[],
): Promise<{ profileImageUrl: string }> {
  return inTransaction(async (tx) => {
    const user = await lockSelf(tx, actor);
    const [picture] = await keepFiles(tx, files);
    if (!picture) throw badRequest("No files selected");
    const profileImageUrl = `/uploads/${picture.name}`;
    await accounts.updateAccount(tx, actor.id, { profileImageUrl, storedFileId: picture.id });
    if (user.storedFileId !== null) await releaseFiles(tx, [user.storedFileId]);
    return { profileImageUrl };
  });
}

/** Before anything that opens the account to somebody else is changed; wrong answers count like a sign-in (asvs 61). */
export async function assertOwnPassword(actor: SignedInActor, password: string): Promise<UserRow> {
  const user = await accounts.findById(runtime.database, actor.id);
  if (user === null) throw signedOut();
  const attempt = await startPasswordTry(actor.id);
  const { isRight } = await checkPassword(password, user.password);
  if (!isRight) throw badField("currentPassword", WRONG_PASSWORD);
  await attempt.forgive();
  return user;
}

/** `proven`: the account as it was when its password was asked for. */
export async function lockSelf(
  tx: Transaction,
  actor: SignedInActor,
  proven?: UserRow,
): Promise<UserRow> {
  const user = await accounts.lockAccount(tx, actor.id, "update");
  if (user === null) throw signedOut();
  // Changed elsewhere meanwhile: what was compared is no longer the current one.
  if (proven !== undefined && !isSameSecret(user.password, proven.password))
    throw badField("currentPassword", WRONG_PASSWORD);
  return user;
}

type EmailChange = { user: UserRow; changed: UserRow };

/** Whoever has taken over an account must not be able to do this unnoticed (asvs 88). */
async function applyNewEmail(
  tx: Transaction,
  actor: SignedInActor,
  { user, changed }: EmailChange,
): Promise<void> {
  await endAccess(tx, actor.id, { session: actor.sessionId });
  await forgetResetTokens(tx, actor.id);
  await recordSecurityEvent(tx, { kind: "email.changed", userId: actor.id });
  const data = { newEmail: changed.email, at: runtime.clock.now().toISOString() };
  await sendMail(tx, { template: "emailChanged", to: { email: user.email }, data });
}
