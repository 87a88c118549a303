/** What a user changes about himself (D-130, D-131, S-17). */
import type * as z from "zod/mini";
import { PASSWORD_FOR_EMAIL, type UpdateProfileInput } from "contract/profile";
import type { Browser } from "#server/auth/browser.ts";
import { assertAcceptablePassword } from "#server/auth/password-policy.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { forgetResetTokens } from "#server/auth/reset-tokens.ts";
import { revokeAccess } from "#server/auth/revocation.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, badRequest } from "#server/core/errors.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { keepFiles, releaseFiles, type ReceivedFile } from "#server/files/stored.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { signInContext } from "#server/modules/session/session.service.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import * as emailChange from "./email-change.service.ts";
import { assertOwnPassword, lockSelf } from "./own-password.service.ts";

type Profile = z.output<typeof UpdateProfileInput>;
type PasswordChange = { currentPassword: string; newPassword: string; browser: Browser };

/** Names at once; another address waits until it is confirmed (D-131). */
export async function update(
  actor: SignedInActor,
  { email, currentPassword, ...names }: Profile,
  browser: Browser,
): Promise<UserRow> {
  const isAsked = email !== actor.email.toLowerCase();
  const proven = isAsked ? await emailChange.prove(actor, currentPassword, browser) : undefined;
  return inTransaction(async (tx) => {
    const user = await lockSelf(tx, actor, proven);
    if (email !== user.email.toLowerCase()) {
      // The address has become another one since the session was read.
      if (proven === undefined) throw badField("currentPassword", PASSWORD_FOR_EMAIL);
      await emailChange.ask(tx, { actor, user }, { newEmail: email, browser });
    }
    return accounts.updateAccount(tx, actor.id, names);
  });
}

export async function updatePassword(actor: SignedInActor, change: PasswordChange): Promise<void> {
  const user = await assertOwnPassword(actor, change.currentPassword);
  assertAcceptablePassword(change.newPassword, user, "newPassword");
  const password = await hashPassword(change.newPassword);
  await inTransaction(async (tx) => {
    await lockSelf(tx, actor, user);
    await accounts.storePassword(tx, actor.id, password);
    const kept = { session: actor.sessionId, deviceCookie: change.browser.deviceCookie };
    await revokeAccess(tx, actor.id, kept);
    await forgetResetTokens(tx, actor.id);
    const { browser } = change;
    await recordSecurityEvent(tx, { kind: "password.changed", userId: actor.id, browser });
    const data = signInContext(browser);
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
