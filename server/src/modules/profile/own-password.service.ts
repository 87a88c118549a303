/** Changes of what opens an account ask for its password first. */
import type { Browser } from "#server/auth/browser.ts";
import { recordFailedLogin } from "#server/auth/login-failures.ts";
import { checkPassword } from "#server/auth/passwords.ts";
import { startPasswordTry } from "#server/auth/throttles.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, signedOut } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { isSameSecret } from "#server/core/secrets.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";

const WRONG_PASSWORD = "Current password is incorrect";

/** `browser`: a wrong one is written down as a failed sign-in, too. */
type Wrong = { sentence: string; browser?: Browser };

/** Before anything that opens the account to somebody else is changed; wrong answers count like a sign-in (asvs 61). */
export async function assertOwnPassword(
  actor: SignedInActor,
  password: string,
  wrong: Wrong = { sentence: WRONG_PASSWORD },
): Promise<UserRow> {
  const user = await accounts.findById(runtime.database, actor.id);
  if (user === null) throw signedOut();
  const attempt = await startPasswordTry(actor.id);
  const { isRight } = await checkPassword(password, user.password);
  if (!isRight) {
    const { sentence, browser } = wrong;
    if (browser !== undefined) await recordWrong(user, browser);
    throw badField("currentPassword", sentence);
  }
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

async function recordWrong({ id, email }: UserRow, browser: Browser): Promise<void> {
  await inTransaction((tx) => recordFailedLogin(tx, { email, userId: id, browser }));
}
