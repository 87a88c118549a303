/** How long a status took others, as a range: passages through it, and where a case lies among them. Pure. */
import { caseStatuses, type CaseStatus } from "contract/case-status";
import { addDays, dayIn } from "contract/days";
import { daysOfUnit, type HomeRange, type RangeUnit } from "contract/homes";

/** A stay in a status that has ended. */
export type Stay = {
  caseId: number;
  fromStatus: CaseStatus;
  toStatus: CaseStatus;
  endedAt: string;
  durationMs: number;
};

export const RANGE_DAYS = 730;
const FEWEST_CASES = 5;
const DAY_MS = 86_400_000;
/** From so many days on the next longer unit says more. */
const FEWEST_DAYS_IN_WEEKS = 14;
const FEWEST_DAYS_IN_MONTHS = 84;

type Passages = {
  /** The latest of each case that went on since then, in milliseconds. */
  ended: Map<number, number>;
  /** Of cases that have left the status for a pause alone, or not at all: what their passage has lasted before. */
  open: Map<number, number>;
};

/** `stays`: those in the status and on hold, of each case in their order. Time on hold does not count. */
export function passagesThrough(status: CaseStatus, stays: readonly Stay[], since: Date): Passages {
  const ended = new Map<number, number>();
  const open = new Map<number, number>();
  for (const { caseId, fromStatus, toStatus, endedAt, durationMs } of stays) {
    if (fromStatus === status) {
      const lasted = (open.get(caseId) ?? 0) + durationMs;
      open.delete(caseId);
      if (toStatus === "hold") open.set(caseId, lasted);
      else if (isLater(toStatus, status) && new Date(endedAt) >= since) ended.set(caseId, lasted);
    } else if (toStatus !== status) open.delete(caseId);
  }
  return { ended, open };
}

/** A citizen has come to the end of the way; a cancelled case has left it. */
function isLater(status: CaseStatus, than: CaseStatus): boolean {
  if (status === "cancelled" || status === "hold") return false;
  return caseStatuses.indexOf(status) > caseStatuses.indexOf(than);
}

type Asked = {
  /** What the others took, in milliseconds. */
  lengths: readonly number[];
  /** What this case has taken until now. */
  lastedMs: number;
  now: Date;
  zone: string;
};

/** Null where too few cases have passed to say anything. */
export function rangeOf({ lengths, lastedMs, now, zone }: Asked): HomeRange | null {
  if (lengths.length < FEWEST_CASES) return null;
  const days = lengths.map((length) => length / DAY_MS).toSorted((one, other) => one - other);
  const slow = percentile(days, 0.8);
  const unit = unitOf(slow);
  const length = daysOfUnit[unit];
  const low = Math.max(1, Math.floor(percentile(days, 0.2) / length));
  const high = Math.max(low, Math.ceil(slow / length));
  const today = dayIn(zone, now);
  const start = dayIn(zone, new Date(now.getTime() - lastedMs));
  const from = addDays(start, Math.round(low * length));
  const to = addDays(start, Math.round(high * length));
  return { unit, low, high, from, to, cases: lengths.length, place: placeOf(today, { from, to }) };
}

export function unitOf(slowDays: number): RangeUnit {
  if (slowDays < FEWEST_DAYS_IN_WEEKS) return "day";
  return slowDays < FEWEST_DAYS_IN_MONTHS ? "week" : "month";
}

/** Between two values as far as it lies between them, as `percentile_cont` does. */
export function percentile(rising: readonly number[], share: number): number {
  const place = share * (rising.length - 1);
  const below = rising[Math.floor(place)] ?? 0;
  const above = rising[Math.ceil(place)] ?? below;
  const value = below + (above - below) * (place - Math.floor(place));
  // What binary fractions add is no part of a day.
  return Number(value.toFixed(6));
}

function placeOf(today: string, { from, to }: { from: string; to: string }): HomeRange["place"] {
  if (today < from) return "before";
  return today <= to ? "within" : "after";
}
