/** The code of an unknown browser: entering it, and asking for another (security.md 4.5, D-090 to D-093). */
import { CODE_LIFE_MINUTES, type CurrentUser, RESEND_COOLDOWN_SECONDS } from "contract/session";
import type { Browser } from "#server/auth/browser.ts";
import {
  claimTry,
  type CodeState,
  consumeCode,
  isRightCode,
  latestCode,
} from "#server/auth/codes.ts";
import { fingerprintOfDevice, trustDevice } from "#server/auth/device-trust.ts";
import { endSession, extendSession, type SessionRecord } from "#server/auth/sessions.ts";
import {
  assertCodesAllowed,
  MOST_WRONG_CODES_A_DAY,
  spendResend,
  startCodeTry,
  TOO_MANY_CODES,
  type Try,
  waitFor,
} from "#server/auth/throttles.ts";
import { hasAny, twoFactorOf } from "#server/auth/two-factor.ts";
import { badCode, tooManyRequests, tooSoon } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { isSameSecret } from "#server/core/secrets.ts";
import { failedSignIns } from "#server/core/service-meters.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { sendMail } from "#server/mail/outbox.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import { currentUserOf } from "#server/modules/users/current-user.service.ts";
import { signInContext, openSession, sendCode } from "./session.service.ts";

const INVALID = "Invalid verification code";
const EXPIRED = "Verification code has expired";
const STRONGER = "Please use your passkey, your authenticator app or a recovery code";

export type Claim = { email: string; deviceHash: string };

export type Verified = { user: CurrentUser; sessionToken: string; deviceCookie: string };

export async function verifyOtp(
  browser: Browser,
  input: Claim & { otp: string },
): Promise<Verified> {
  const pending = pendingOf(browser);
  const code = assertOpen(await latestCode(runtime.database, pending.sid));
  const attempt = await startCodeTry(pending.userId, browser);
  const claimed = await claimTry(code.id);
  if (!claimed) throw refusalOf(await latestCode(runtime.database, pending.sid));
  const isRight = await isRightCode(code.id, claimed.stored, input.otp);
  if (!isRight || !belongsTo(pending, input)) {
    await refuseWrong(pending, browser, attempt);
  }
  const verified = await inTransaction(async (tx) => {
    if (!(await consumeCode(tx, code.id))) throw badCode(EXPIRED);
    const user = await closePending(tx, pending);
    return enterWithNewDevice(tx, { user, deviceHash: input.deviceHash, browser });
  });
  await attempt.forgive();
  return verified;
}

export async function resendOtp(browser: Browser, input: Claim): Promise<void> {
  const pending = pendingOf(browser);
  if (!belongsTo(pending, input)) throw badCode(EXPIRED);
  const hasStronger = hasAny(await twoFactorOf(runtime.database, pending.userId));
  if (hasStronger) throw badCode(STRONGER);
  assertCooledDown(await latestCode(runtime.database, pending.sid));
  await assertCodesAllowed(runtime.database, pending.userId);
  await spendResend(pending.userId, browser);
  await inTransaction(async (tx) => {
    // The code must not outlive the sign-in it is for. The row lock lets two requests send one code.
    const isOpen = await extendSession(tx, pending.sid, CODE_LIFE_MINUTES);
    if (!isOpen) throw badCode(EXPIRED);
    assertCooledDown(await latestCode(tx, pending.sid));
    await sendCode(tx, { sid: pending.sid, user: pending.actor }, browser);
  });
}

/** Without a right password first there is nothing to verify (D-091). */
export function pendingOf(browser: Browser): SessionRecord {
  if (browser.session?.state !== "pending") throw badCode(EXPIRED);
  return browser.session;
}

function assertOpen(code: CodeState | null): CodeState {
  if (code === null || code.isExhausted || !code.isLiving) throw refusalOf(code);
  return code;
}

function refusalOf(code: CodeState | null) {
  if (code?.isExhausted !== true) return badCode(EXPIRED);
  return tooManyRequests(TOO_MANY_CODES, RESEND_COOLDOWN_SECONDS - code.secondsSinceSent);
}

function assertCooledDown(code: CodeState | null): void {
  const secondsLeft = Math.ceil(RESEND_COOLDOWN_SECONDS - (code?.secondsSinceSent ?? Infinity));
  if (secondsLeft > 0) throw tooSoon(waitFor(secondsLeft), secondsLeft);
}

/** Must match what the sign-in began with, but would never be enough without its cookie (security.md 4.5). */
export function belongsTo(pending: SessionRecord, claim: Claim): boolean {
  const expected = pending.deviceFingerprint;
  // A client that named no device with the password names it with the code.
  const isSameDevice =
    expected === null || isSameSecret(expected, fingerprintOfDevice(claim.deviceHash));
  return isSameDevice && pending.actor.email.toLowerCase() === claim.email;
}

/** Ends the pending sign-in; when it has ended already, or the person is gone, nobody gets in. */
export async function closePending(tx: Transaction, pending: SessionRecord): Promise<UserRow> {
  const user = await accounts.lockAccount(tx, pending.userId, "share");
  const isClosed = await endSession(tx, pending.sid);
  if (user === null || !isClosed) throw badCode(EXPIRED);
  return user;
}

/** The person is told when nobody gets another try today. */
export async function refuseWrong(
  session: SessionRecord,
  browser: Browser,
  attempt: Try,
): Promise<never> {
  failedSignIns.add({ step: "second" });
  if (attempt.count === MOST_WRONG_CODES_A_DAY) await warnOfExhaustion(session, browser);
  throw badCode(INVALID);
}

/** `factor`: what was used in place of a code by mail. */
type NewDevice = { user: UserRow; deviceHash: string; browser: Browser; factor?: string };

export async function enterWithNewDevice(tx: Transaction, device: NewDevice): Promise<Verified> {
  const { user, deviceHash, browser, factor = "mail" } = device;
  const deviceCookie = await trustDevice(tx, { userId: user.id, deviceHash, browser });
  const sessionToken = await openSession(tx, { userId: user.id, state: "signedIn" }, browser);
  const about = { userId: user.id, browser, metadata: { factor } };
  await recordSecurityEvent(tx, { kind: "signin.succeeded", ...about });
  await recordSecurityEvent(tx, { kind: "device.trusted", ...about });
  await sendMail(tx, {
    template: "newDevice",
    to: { email: user.email },
    data: signInContext(browser),
  });
  return { user: await currentUserOf(tx, user), sessionToken, deviceCookie };
}

async function warnOfExhaustion(pending: SessionRecord, browser: Browser): Promise<void> {
  await inTransaction(async (tx) => {
    await recordSecurityEvent(tx, { kind: "code.exhausted", userId: pending.userId, browser });
    await sendMail(tx, {
      template: "exhaustedCodes",
      to: { email: pending.actor.email },
      data: signInContext(browser),
    });
  });
}
