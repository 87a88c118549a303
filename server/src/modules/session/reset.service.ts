/** Forgotten passwords (security.md 4.9, S-09, S-10, D-126 to D-128). */
import type { Browser } from "#server/auth/browser.ts";
import { assertAcceptablePassword } from "#server/auth/password-policy.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { consumeResetToken, findResetOwner, forgetResetTokens } from "#server/auth/reset-tokens.ts";
import { revokeAccess } from "#server/auth/revocation.ts";
import { clearLoginLock, clearResetLimits, mayMailReset } from "#server/auth/throttles.ts";
import { badRequest } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { sendMail } from "#server/mail/outbox.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import * as userAccess from "#server/modules/users/user-access.service.ts";
import { signInContext } from "./session.service.ts";

const INVALID_RESET_LINK = "This password reset link is invalid or has expired.";

/**
 * The request only leaves a note; whether the address belongs to anybody is found out afterwards. So the answer and
 * its duration are the same for everybody, by construction (asvs 71).
 */
export async function requestReset(browser: Browser, email: string): Promise<void> {
  const mayMail = await mayMailReset(email, browser);
  if (mayMail) await inTransaction((tx) => mailResetLink.enqueue(tx, { email }));
}

const mailResetLink = defineJob<{ email: string }>("session.mailResetLink", {}, ({ email }) =>
  inTransaction(async (tx) => {
    const found = await accounts.findByEmail(tx, email);
    const user = found && (await accounts.lockAccount(tx, found.id, "update"));
    if (user) await userAccess.mailResetLink(tx, user);
  }),
);

export async function validateToken(token: string): Promise<{ valid: boolean; message?: string }> {
  const user = await findOwner(token);
  return user ? { valid: true } : { valid: false, message: INVALID_RESET_LINK };
}

export async function resetPassword(
  browser: Browser,
  input: { token: string; password: string },
): Promise<void> {
  const owner = await findOwner(input.token);
  if (!owner) throw badRequest(INVALID_RESET_LINK);
  assertAcceptablePassword(input.password, owner, "password");
  const password = await hashPassword(input.password);
  await inTransaction(async (tx) => {
    const user = await accounts.lockAccount(tx, owner.id, "update");
    const isConsumed = await consumeResetToken(tx, input.token);
    if (!user || !isConsumed) throw badRequest(INVALID_RESET_LINK);
    await accounts.storePassword(tx, user.id, password);
    await revokeAccess(tx, user.id);
    await forgetResetTokens(tx, user.id);
    // The way out for somebody whom strangers have locked out (security.md 4.3).
    await clearLoginLock(tx, { email: user.email, userId: user.id });
    await clearResetLimits(tx, user.email);
    await recordSecurityEvent(tx, { kind: "password.reset", userId: user.id, browser });
    const data = signInContext(browser);
    await sendMail(tx, { template: "passwordChanged", to: { email: user.email }, data });
  });
}

async function findOwner(token: string): Promise<UserRow | null> {
  const userId = await findResetOwner(runtime.database, token);
  return userId === null ? null : accounts.findById(runtime.database, userId);
}
