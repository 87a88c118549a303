import { bureauDay } from "#web/format/time.ts";

/** A passport may be good for many years. */
const FURTHEST_YEARS = 80;

/** The last day that an expiry date can be. */
export function furthestDay(): string {
  const today = bureauDay(new Date());
  return `${Number(today.slice(0, 4)) + FURTHEST_YEARS}${today.slice(4)}`;
}
