import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GIVE_UP_AFTER_MS, MOST_ATTEMPTS, nextAttemptAt } from "./retry-schedule.ts";

const HOUR = 3_600_000;
const now = new Date("2026-11-21T08:00:00Z");
type Failure = Parameters<typeof nextAttemptAt>[0];
const failure: Failure = { attempts: 1, createdAt: now, now, retryAfter: null, chance: 0.5 };
const pauseAfter = (part: Partial<Failure>) => {
  const next = nextAttemptAt({ ...failure, ...part });
  return next === null ? null : next.getTime() - now.getTime();
};

describe("the pause before another attempt", { tags: ["security-6.1"] }, () => {
  it("follows the table: 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours, 75.6 hours in all", () => {
    const pauses = Array.from({ length: 9 }, (_, index) => pauseAfter({ attempts: index + 1 }));
    const minutes = pauses.map((pause) => (pause ?? 0) / 60_000);
    expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]);
    const total = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
    expect(total / HOUR).toBeCloseTo(75.6, 1);
  });

  it("ends after the tenth attempt", () => {
    expect(MOST_ATTEMPTS).toBe(10);
    expect(pauseAfter({ attempts: 9 })).not.toBeNull();
    expect(pauseAfter({ attempts: 10 })).toBeNull();
    expect(pauseAfter({ attempts: 11 })).toBeNull();
  });

  it("ends after five days, whatever the service has asked for", () => {
    const createdAt = new Date(now.getTime() - GIVE_UP_AFTER_MS + 2 * HOUR);
    expect(pauseAfter({ attempts: 3, createdAt })).not.toBeNull();
    expect(pauseAfter({ attempts: 5, createdAt })).toBeNull();
    expect(pauseAfter({ attempts: 1, createdAt, retryAfter: "7201" })).toBeNull();
  });

  it("is spread by a fifth to both sides, and never more", () => {
    expect(pauseAfter({ attempts: 2, chance: 0 })).toBe(240_000);
    expect(pauseAfter({ attempts: 2, chance: 1 })).toBe(360_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, chance) => {
          const middle = pauseAfter({ attempts }) ?? 0;
          const spread = pauseAfter({ attempts, chance }) ?? 0;
          expect(Math.abs(spread - middle)).toBeLessThanOrEqual(middle * 0.2 + 1);
        },
      ),
    );
  });

  it("is as long as the service asks, in seconds or until a date, for a day at most", () => {
    expect(pauseAfter({ retryAfter: "120" })).toBe(120_000);
    expect(pauseAfter({ retryAfter: "Sat, 21 Nov 2026 10:00:00 GMT" })).toBe(2 * HOUR);
    expect(pauseAfter({ retryAfter: "999999999" })).toBe(24 * HOUR);
  });

  it("is never shortened by the service, nor by nonsense", () => {
    for (const retryAfter of ["0", "1", "-5", "soon", "", "Sat, 21 Nov 2020 10:00:00 GMT"]) {
      expect(pauseAfter({ attempts: 2, retryAfter })).toBe(300_000);
    }
  });
});
