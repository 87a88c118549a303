/** A clock that a test can move. */
import type { Clock } from "#server/integrations/clock.ts";

export type TestClock = Clock & { set(moment: string): void; advance(milliseconds: number): void };

export function createTestClock(): TestClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    set: (moment) => {
      offset = Date.parse(moment) - Date.now();
    },
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
