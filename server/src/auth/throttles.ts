/**
 * How often somebody may try to sign in, in the table of security.md 4.3. A try is counted before it is judged, so that
 * many at once are no way around; a right one is taken back. Never switched off.
 */
import { inArray, like, or, sql } from "drizzle-orm";
import { EMAIL_CHANGES_A_DAY } from "contract/profile";
import { tooManyRequests, tooSoon } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import type { Executor } from "#server/database/connection.ts";
import { throttleBuckets } from "#server/database/tables/throttle-buckets.ts";
import { giveBack, type Limit, look, spend } from "#server/database/token-buckets.ts";
import type { Browser } from "./browser.ts";
import { networkOf } from "./client-address.ts";
import { hashOfDeviceCookie, isKnownBrowser } from "./device-trust.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TOO_MANY_LOGINS = "Too many login attempts. Please try again later.";
export const TOO_MANY_CODES = "Too many attempts. Please request a new code.";
export const TOO_MANY_REQUESTS = "Too many requests. Please try again later.";

const loginDay: Limit = { most: 100, seconds: DAY };
const loginByAddress: Limit = { most: 30, seconds: 15 * MINUTE };
const loginByAddressDay: Limit = { most: 200, seconds: DAY };
const loginByDevice: Limit = { most: 10, seconds: 15 * MINUTE };
const loginOverAll: Limit = { most: 100, seconds: MINUTE };
const codeByAccount: Limit = { most: 20, seconds: DAY };
const codeByAddress: Limit = { most: 50, seconds: 15 * MINUTE };
const resendByAccount: Limit = { most: 5, seconds: HOUR };
const resendByAccountDay: Limit = { most: 10, seconds: DAY };
const resendByAddress: Limit = { most: 20, seconds: HOUR };
const resetByCaller: Limit = { most: 5, seconds: HOUR };
const resetByAddress: Limit = { most: 20, seconds: HOUR };
const resetMails: Limit = { most: 3, seconds: HOUR };
/** The first reset mails of all callers together: only an attacker with many addresses asks for more. */
const firstResetMails: Limit = { most: 30, seconds: HOUR };
const emailChanges: Limit = { most: EMAIL_CHANGES_A_DAY, seconds: DAY };

/** A try that has been counted. */
export type Try = {
  /** Tries in a row, this one included. */
  count: number;
  /** It was right after all. */
  forgive(): Promise<void>;
};

/** Throws 429 before any password is looked at; the same whether an account exists or not. */
export async function startLoginTry(email: string, browser: Browser): Promise<Try> {
  if (browser.deviceCookie !== null && (await isKnownBrowser(email, browser))) {
    return startTryOfKnownBrowser(browser.deviceCookie);
  }
  const network = networkOf(browser.ipAddress);
  const byAddress = `login-address:${network}`;
  const byAddressDay = `login-address-day:${network}`;
  await spendOrRefuse(byAddress, loginByAddress);
  await spendOrRefuse(byAddressDay, loginByAddressDay);
  const streak = await raiseStreak(streakKey(email));
  const day = streak.isOver ? streak : await spend(dayKey(email), loginDay);
  if (day.isOver) {
    await giveBack(byAddress, loginByAddress);
    await giveBack(byAddressDay, loginByAddressDay);
    throw tooManyRequests(TOO_MANY_LOGINS, day.secondsLeft);
  }
  return {
    count: streak.count,
    forgive: async () => {
      await clearLoginLock(runtime.database, { email });
      await giveBack(byAddress, loginByAddress);
      await giveBack(byAddressDay, loginByAddressDay);
    },
  };
}

/** A stranger can lock an address out, but not the browser its owner uses. */
async function startTryOfKnownBrowser(deviceCookie: string): Promise<Try> {
  const key = `login-device:${hashOfDeviceCookie(deviceCookie)}`;
  const { count } = await spendOrRefuse(key, loginByDevice);
  return { count, forgive: () => forgetBuckets(runtime.database, [key]) };
}

/** True at the hundredth wrong password of one minute, over all accounts. */
export async function isAttackOverAll(): Promise<boolean> {
  const { count } = await spend("login-all", loginOverAll);
  return count === loginOverAll.most;
}

/** The own password is asked for again before it is changed; wrong answers count like a sign-in (asvs 61). */
export async function startPasswordTry(userId: number): Promise<Try> {
  const key = `password:${userId}`;
  const streak = await raiseStreak(key);
  if (streak.isOver) throw tooManyRequests(TOO_MANY_REQUESTS, streak.secondsLeft);
  return { count: streak.count, forgive: () => forgetBuckets(runtime.database, [key]) };
}

/** After twenty wrong codes in a day nobody gets another one, not even with the right password. */
export async function assertCodesAllowed(executor: Executor, userId: number): Promise<void> {
  const { isOver, secondsLeft } = await look(codeKey(userId), codeByAccount, executor);
  if (isOver) throw tooManyRequests(TOO_MANY_LOGINS, secondsLeft);
}

/** `guesses`: how many answers are right at this moment. A try costs that many, so that the odds of a day stay the same (asvs 78). */
export async function startCodeTry(userId: number, browser: Browser, guesses = 1): Promise<Try> {
  const byAddress = `code-address:${networkOf(browser.ipAddress)}`;
  await spendOrRefuse(byAddress, codeByAddress, TOO_MANY_CODES);
  const day = await spend(codeKey(userId), codeByAccount, guesses);
  if (day.isOver) throw tooManyRequests(TOO_MANY_CODES, day.secondsLeft);
  return {
    count: day.count,
    forgive: async () => {
      await giveBack(codeKey(userId), codeByAccount, guesses);
      await giveBack(byAddress, codeByAddress);
    },
  };
}

export const MOST_WRONG_CODES_A_DAY = codeByAccount.most;

export async function spendResend(userId: number, browser: Browser): Promise<void> {
  const limits: [string, Limit][] = [
    [`resend:${userId}`, resendByAccount],
    [`resend-day:${userId}`, resendByAccountDay],
    [`resend-address:${networkOf(browser.ipAddress)}`, resendByAddress],
  ];
  for (const [key, limit] of limits) {
    const { isOver, secondsLeft } = await spend(key, limit);
    if (isOver) throw tooSoon(waitFor(secondsLeft), secondsLeft);
  }
}

/** D-091. */
export function waitFor(seconds: number): string {
  return `Please wait ${seconds} seconds before requesting a new code`;
}

/** Each one mails somebody who has not asked for it (D-131). */
export async function spendEmailChange(userId: number): Promise<void> {
  await spendOrRefuse(`email-change:${userId}`, emailChanges, TOO_MANY_REQUESTS);
}

/**
 * Whether a reset mail may go out. Only the caller's own sixth request for one account in an hour is refused (D-127), and
 * what others have asked for never costs a caller his first mail: a stranger cannot keep the owner from it.
 */
export async function mayMailReset(email: string, browser: Browser): Promise<boolean> {
  const isOwn = await isKnownBrowser(email, browser);
  const network = networkOf(browser.ipAddress);
  const caller = isOwn ? `device:${hashOfDeviceCookie(browser.deviceCookie ?? "")}` : network;
  const byCaller = `${resetKey(email)}${caller}`;
  const { count } = await spendOrRefuse(byCaller, resetByCaller, TOO_MANY_REQUESTS);
  const byAddress = await spend(`reset-address:${network}`, resetByAddress);
  if (count > resetMails.most) return false;
  if (isOwn) return true;
  if (byAddress.isOver) return false;
  // Counted apart, so that no caller's second and third mail costs another his first.
  const [key, limit] =
    count === 1 ? [firstResetMailsKey(email), firstResetMails] : [resetMailsKey(email), resetMails];
  return !(await spend(key, limit)).isOver;
}

/** For somebody who has got in, or whom an admin helps. */
export async function clearResetLimits(executor: Executor, email: string): Promise<void> {
  await executor
    .delete(throttleBuckets)
    .where(
      or(
        like(throttleBuckets.key, `${resetKey(email)}%`),
        inArray(throttleBuckets.key, [firstResetMailsKey(email), resetMailsKey(email)]),
      ),
    );
}

/** What keeps a person out; a password reset is the way out of a lock (security.md 4.3). */
export async function clearLoginLock(
  executor: Executor,
  person: { email: string; userId?: number },
): Promise<void> {
  const keys = [streakKey(person.email), dayKey(person.email)];
  if (person.userId !== undefined) {
    keys.push(codeKey(person.userId), `password:${person.userId}`);
  }
  await forgetBuckets(executor, keys);
}

async function forgetBuckets(executor: Executor, keys: string[]): Promise<void> {
  await executor.delete(throttleBuckets).where(inArray(throttleBuckets.key, keys));
}

async function spendOrRefuse(key: string, limit: Limit, message = TOO_MANY_LOGINS) {
  const spending = await spend(key, limit);
  if (spending.isOver) throw tooManyRequests(message, spending.secondsLeft);
  return spending;
}

type Streak = { isOver: boolean; count: number; secondsLeft: number };

/**
 * Four tries in a row are free; the fifth closes the door for a minute, the next ones for 2, 4, 8 and then 15 minutes.
 * A quarter of an hour without a try starts afresh. `blocked_until` of a free try is the moment it was made.
 */
async function raiseStreak(key: string): Promise<Streak> {
  const minutes = sql`(array[0, 0, 0, 0, 1, 2, 4, 8, 15])`;
  const next = sql`case when bucket.blocked_until < now() - interval '15 minutes' then 1 else bucket.count + 1 end`;
  const raised = await runtime.database.execute<{ count: number }>(sql`
    insert into ${throttleBuckets} as bucket (key, window_start, count, blocked_until)
    values (${key}, date_trunc('day', now()), 1, now())
    on conflict (key, window_start) do update set
      count = ${next},
      blocked_until = now() + make_interval(mins => ${minutes}[least(${next}, 9)])
    where bucket.blocked_until <= now()
    returning count`);
  const [row] = raised.rows;
  if (row) return { isOver: false, count: row.count, secondsLeft: 0 };
  const blocked = await runtime.database.execute<{ count: number; seconds_left: number }>(sql`
    select count, ceil(extract(epoch from blocked_until - now()))::int as seconds_left
    from ${throttleBuckets} where key = ${key} and window_start = date_trunc('day', now())`);
  const [locked] = blocked.rows;
  return {
    isOver: true,
    count: locked?.count ?? 0,
    secondsLeft: Math.max(1, locked?.seconds_left ?? 1),
  };
}

function streakKey(email: string): string {
  return `login:${fingerprintOf(email)}`;
}

function dayKey(email: string): string {
  return `login-day:${fingerprintOf(email)}`;
}

function resetKey(email: string): string {
  return `reset:${fingerprintOf(email)}:`;
}

function firstResetMailsKey(email: string): string {
  return `reset-first:${fingerprintOf(email)}`;
}

function resetMailsKey(email: string): string {
  return `reset-mails:${fingerprintOf(email)}`;
}

function codeKey(userId: number): string {
  return `code:${userId}`;
}
