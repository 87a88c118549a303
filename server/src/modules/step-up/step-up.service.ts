/**
 * Proving anew who is at the keyboard (D-185). Wrong answers count as failed sign-ins and share their limits; each
 * success answers a new token for the session, so that whoever had copied the old one is out (asvs 83).
 */
import type { Browser } from "#server/auth/browser.ts";
import { checkPassword } from "#server/auth/passwords.ts";
import { renewSession, type SessionRecord } from "#server/auth/sessions.ts";
import { startCodeTry, startLoginTry } from "#server/auth/throttles.ts";
import { consumeTotp } from "#server/auth/totp-secrets.ts";
import { STEPS_TAKEN } from "#server/auth/totp.ts";
import type { Assertion } from "#server/auth/webauthn.ts";
import { badField, signedOut } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { isSameSecret } from "#server/core/secrets.ts";
import type { Transaction } from "#server/database/connection.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { recordFailure } from "#server/modules/session/session.service.ts";
import { refuseWrong } from "#server/modules/session/verification.service.ts";
import { challengeFor, isSignedBy } from "#server/modules/two-factor/sign-in.service.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";

const WRONG_PASSWORD = "Current password is incorrect";

export async function byPassword(
  browser: Browser,
  { password }: { password: string },
): Promise<string> {
  const session = sessionOf(browser);
  const user = await accounts.findById(runtime.database, session.userId);
  if (user === null) throw signedOut();
  const { email } = user;
  const attempt = await startLoginTry(email, browser);
  const { isRight } = await checkPassword(password, user.password);
  if (!isRight) {
    await recordFailure({ browser, email, user, count: attempt.count });
    throw badField("password", WRONG_PASSWORD);
  }
  const token = await inTransaction(async (tx) => {
    // While it was compared it may have been changed elsewhere.
    const same = await accounts.lockAccount(tx, user.id, "share");
    if (same === null) throw signedOut();
    if (!isSameSecret(same.password, user.password)) throw badField("password", WRONG_PASSWORD);
    return renew(tx, browser, "password");
  });
  await attempt.forgive();
  return token;
}

export function byTotp(browser: Browser, { code }: { code: string }): Promise<string> {
  return byFactor(browser, "totp", ({ userId }) =>
    inTransaction((tx) => consumeTotp(tx, userId, code)),
  );
}

export function askPasskey(browser: Browser) {
  return challengeFor(sessionOf(browser));
}

export function byPasskey(
  browser: Browser,
  { credential }: { credential: Assertion },
): Promise<string> {
  return byFactor(browser, "passkey", (session) => isSignedBy(session, credential));
}

async function byFactor(
  browser: Browser,
  factor: string,
  isRight: (session: SessionRecord) => Promise<boolean>,
): Promise<string> {
  const session = sessionOf(browser);
  // As in a sign-in: two codes of an app are right at any moment, so each guess counts twice.
  const attempt = await startCodeTry(session.userId, browser, STEPS_TAKEN);
  if (!(await isRight(session))) return refuseWrong(session, browser, attempt);
  const token = await inTransaction((tx) => renew(tx, browser, factor));
  await attempt.forgive();
  return token;
}

async function renew(tx: Transaction, browser: Browser, factor: string): Promise<string> {
  const { sid, userId } = sessionOf(browser);
  const token = await renewSession(tx, sid);
  if (token === null) throw signedOut();
  await recordSecurityEvent(tx, { kind: "session.proven", userId, browser, metadata: { factor } });
  return token;
}

function sessionOf({ session }: Browser): SessionRecord {
  if (session?.state !== "signedIn") throw signedOut();
  return session;
}
