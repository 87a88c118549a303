/** Signing in and out (security.md 4.2, 4.8). */
import type { Browser } from "#server/auth/browser.ts";
import { cancelCodes, issueCode } from "#server/auth/codes.ts";
import { fingerprintOfDevice, isTrusted } from "#server/auth/device-trust.ts";
import { recordFailedLogin } from "#server/auth/login-failures.ts";
import { checkPassword, hashPassword } from "#server/auth/passwords.ts";
import {
  endSession,
  type SessionRecord,
  type SessionState,
  startSession,
} from "#server/auth/sessions.ts";
import { assertCodesAllowed, isAttackOverAll, startLoginTry } from "#server/auth/throttles.ts";
import { hasAny, type TwoFactor, twoFactorOf } from "#server/auth/two-factor.ts";
import { wrongCredentials } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf, isSameSecret } from "#server/core/secrets.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { alertAdmins } from "#server/mail/alerts.ts";
import { sendMail } from "#server/mail/outbox.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import { type CodePlace, placeOfCode } from "./code-place.ts";

/** A step of signing in: each one gives the browser a new session token. */
export type SignInStep = {
  requiresOtp: boolean;
  deviceName: string | null;
  sessionToken: string;
  /** What is asked for in place of a code by mail. */
  factors?: TwoFactor;
  codeIn?: CodePlace;
};

/** Of the demonstration, where the code is told to whoever asks. */
export type DemoStep = SignInStep & { email: string; code?: string };

type Credentials = { email: string; password: string };

/** The person is told once, not at every further try … */
const FAILURES_WORTH_A_MAIL = 10;
/** … and when somebody gets in after so many: it may have been the one who guessed (asvs 69). */
const FAILURES_BEFORE_SUCCESS_WORTH_A_MAIL = 5;

export async function login(browser: Browser, credentials: Credentials): Promise<SignInStep> {
  const attempt = await startLoginTry(credentials.email, browser);
  const user = await accounts.findByEmail(runtime.database, credentials.email);
  // One comparison of the same cost, whoever is asked for (asvs 71).
  const check = await checkPassword(credentials.password, user?.password ?? null);
  if (user === null || !check.isRight) {
    await recordFailure({ browser, email: credentials.email, user, count: attempt.count });
    throw wrongCredentials();
  }
  await attempt.forgive();
  const renewed = check.isOutdated ? await hashPassword(credentials.password) : null;
  return inTransaction(async (tx) => {
    // While the password was compared it may have been changed, or the account removed.
    const same = await accounts.lockAccount(tx, user.id, renewed === null ? "share" : "update");
    if (same === null || !isSameSecret(same.password, user.password)) throw wrongCredentials();
    if (renewed !== null) await accounts.storePassword(tx, user.id, renewed);
    await leaveSession(tx, browser.session);
    const failures = attempt.count - 1;
    if (failures >= FAILURES_BEFORE_SUCCESS_WORTH_A_MAIL) {
      await mailFailures(tx, user, { count: failures, browser });
    }
    if (await isTrusted(tx, user.id, browser)) return enter(tx, user, browser);
    await assertCodesAllowed(tx, user.id);
    const factors = await twoFactorOf(tx, user.id);
    return hasAny(factors)
      ? askForFactor(tx, user, { browser, factors })
      : askForCode(tx, user, browser);
  });
}

/** Without the password, which protects nothing there; a factor that a visitor has added would lock out all others. */
export async function enterDemo(browser: Browser, userId: number): Promise<DemoStep> {
  return inTransaction(async (tx) => {
    const user = await accounts.lockAccount(tx, userId, "share");
    if (user === null) throw wrongCredentials();
    await leaveSession(tx, browser.session);
    const { email } = user;
    if (await isTrusted(tx, user.id, browser))
      return { ...(await enter(tx, user, browser)), email };
    return { ...(await askForCode(tx, user, browser)), email };
  });
}

/** Signing out twice is no error (S-05). */
export async function logout(session: SessionRecord | null): Promise<void> {
  if (session === null) return;
  await inTransaction(async (tx) => {
    await leaveSession(tx, session);
    if (session.state === "signedIn") await announce(tx, { closeStreamsOf: session.userId });
  });
}

export async function sendCode(
  tx: Transaction,
  pending: { sid: string; user: Pick<UserRow, "id" | "email"> },
  browser: Browser,
): Promise<string> {
  const owner = { userId: pending.user.id, sessionId: pending.sid };
  const { code, expiresAt } = await issueCode(tx, owner, browser);
  await sendMail(tx, {
    template: "code",
    to: { email: pending.user.email },
    data: { code, ...signInContext(browser) },
    expiresAt,
  });
  return code;
}

/** What a mail says about the browser that did something. */
export function signInContext(browser: Browser) {
  return {
    deviceName: browser.deviceName,
    ipAddress: browser.ipAddress,
    at: runtime.clock.now().toISOString(),
  };
}

/** A sign-in that has passed: a new token, never the one the browser had before (asvs 83). */
export function openSession(
  tx: Transaction,
  owner: { userId: number; state: SessionState },
  browser: Browser,
): Promise<string> {
  return startSession(tx, {
    ...owner,
    csrf: browser.csrf,
    deviceFingerprint: browser.deviceHash === null ? null : fingerprintOfDevice(browser.deviceHash),
    deviceName: browser.deviceName,
    userAgent: browser.userAgent,
    ipAddress: browser.ipAddress,
  });
}

async function enter(tx: Transaction, user: UserRow, browser: Browser): Promise<SignInStep> {
  const sessionToken = await openSession(tx, { userId: user.id, state: "signedIn" }, browser);
  await recordSecurityEvent(tx, { kind: "signin.succeeded", userId: user.id, browser });
  return { requiresOtp: false, deviceName: browser.deviceName, sessionToken };
}

async function askForCode(
  tx: Transaction,
  user: UserRow,
  browser: Browser,
): Promise<SignInStep & { code: string }> {
  const sessionToken = await openSession(tx, { userId: user.id, state: "pending" }, browser);
  const code = await sendCode(tx, { sid: fingerprintOf(sessionToken), user }, browser);
  const codeIn = placeOfCode(browser);
  return {
    requiresOtp: true,
    deviceName: browser.deviceName,
    sessionToken,
    code,
    ...(codeIn && { codeIn }),
  };
}

/** No code goes out by mail: it would be the weaker way in (security.md 4.9). */
async function askForFactor(
  tx: Transaction,
  user: UserRow,
  { browser, factors }: { browser: Browser; factors: TwoFactor },
): Promise<SignInStep> {
  const sessionToken = await openSession(tx, { userId: user.id, state: "pending" }, browser);
  return { requiresOtp: true, deviceName: browser.deviceName, sessionToken, factors };
}

async function leaveSession(tx: Transaction, session: SessionRecord | null): Promise<void> {
  if (session === null) return;
  await cancelCodes(tx, session.sid);
  await endSession(tx, session.sid);
}

type Failure = { browser: Browser; email: string; user: UserRow | null; count: number };

/** A wrong password, at the door or at an open screen (D-185). */
export async function recordFailure({ browser, email, user, count }: Failure): Promise<void> {
  await inTransaction(async (tx) => {
    await recordFailedLogin(tx, { email, userId: user?.id ?? null, browser });
    if (user !== null && count === FAILURES_WORTH_A_MAIL) {
      await mailFailures(tx, user, { count, browser });
    }
  });
  if (await isAttackOverAll()) {
    const sentence = "There were a hundred wrong passwords within a minute, over all accounts.";
    await alertAdmins({ kind: "signin.attacked", userId: null, sentence });
  }
}

async function mailFailures(
  tx: Transaction,
  user: UserRow,
  { count, browser }: Pick<Failure, "count" | "browser">,
): Promise<void> {
  await sendMail(tx, {
    template: "failedSignIns",
    to: { email: user.email },
    data: { count, ...signInContext(browser) },
  });
}
