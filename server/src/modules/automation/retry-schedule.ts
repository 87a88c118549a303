/** When a message that did not arrive is tried again: the table of Standard Webhooks, 75.6 hours in all (security.md 6.1). */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pause after the first attempt, after the second, and so on. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
export const MOST_ATTEMPTS = PAUSES.length + 1;
export const GIVE_UP_AFTER_MS = 5 * DAY;
/** Many messages that failed together must not come back together. */
const JITTER = 0.2;
/** What a service asks for beyond that is not taken at its word. */
const LONGEST_WISH = DAY;

type Failure = {
  attempts: number;
  createdAt: Date;
  now: Date;
  /** The Retry-After header of the answer. */
  retryAfter: string | null;
  /** From 0 to 1. */
  chance: number;
};

/** Null: it is given up. */
export function nextAttemptAt(failure: Failure): Date | null {
  const pause = PAUSES[failure.attempts - 1];
  if (pause === undefined) return null;
  const spread = pause * (1 + JITTER * (2 * failure.chance - 1));
  const wished = wishOf(failure.retryAfter, failure.now);
  const next = failure.now.getTime() + Math.max(spread, wished);
  return next - failure.createdAt.getTime() > GIVE_UP_AFTER_MS ? null : new Date(next);
}

/** Seconds, or a date (RFC 9110). */
function wishOf(header: string | null, now: Date): number {
  if (header === null) return 0;
  const wish = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * SECOND
    : Date.parse(header) - now.getTime();
  return Number.isNaN(wish) ? 0 : Math.min(Math.max(wish, 0), LONGEST_WISH);
}
