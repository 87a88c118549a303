import { bureauDay } from "#web/format/time.ts";

const YEARS_AHEAD = 5;

/** As far ahead as a day can be set (checklist.md 8). */
export function latestDay(): string {
  const today = bureauDay(new Date());
  return `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`;
}
