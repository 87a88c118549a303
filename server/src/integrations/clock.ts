import { dubaiDay } from "contract/dubai-day";

declare module "#server/core/runtime.ts" {
  interface Runtime {
    clock: Clock;
  }
}

/** What time it is. Passed in through the runtime so that tests can move it. */
export type Clock = { now(): Date };

/**
 * Today where the bureau is and its times are shown (D-158), YYYY-MM-DD: a case or an invoice of New Year's morning
 * carries the new year.
 */
export function bureauToday(clock: Clock): string {
  return dubaiDay(clock.now());
}

export function bureauYear(clock: Clock): string {
  return bureauToday(clock).slice(0, 4);
}
