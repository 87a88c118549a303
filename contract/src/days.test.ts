import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { addDays, dayIn, startOfDay, timeIn } from "./days.ts";

/** Writes every date as browsers of an unlucky ICU do: 11/22/26. */
class AmericanDates extends Intl.DateTimeFormat {
  constructor(_locale: string, options: Intl.DateTimeFormatOptions) {
    super("en-US", options);
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it(
  "names the day the same in every browser, however its dates are written",
  { tags: ["D-158"] },
  async () => {
    vi.stubGlobal("Intl", { ...Intl, DateTimeFormat: AmericanDates });
    vi.resetModules();
    const { dayIn: dayInUnlucky } = await import("./days.ts");
    expect(dayInUnlucky("Asia/Dubai", new Date("2026-11-21T20:30:00Z"))).toBe("2026-11-22");
    expect(dayInUnlucky("Asia/Dubai", new Date("2026-12-31T19:59:59Z"))).toBe("2026-12-31");
  },
);

describe("a day", () => {
  const zones = ["Asia/Dubai", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Cairo", "UTC"];

  it.each(zones)("in %s begins with the first moment that carries its name", (zone) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (number) => {
        const day = addDays("1990-01-01", number % 20_000);
        const start = startOfDay(day, zone);
        expect(dayIn(zone, start)).toBe(day);
        expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(day, -1));
      }),
      { numRuns: 40 },
    );
  });

  it("begins at one where the clocks jump over midnight", () => {
    const start = startOfDay("2026-04-24", "Africa/Cairo");
    expect(start.toISOString()).toBe("2026-04-23T22:00:00.000Z");
    expect(timeIn("Africa/Cairo", start)).toEqual({ hour: 1, minute: 0 });
  });

  it("is followed by the next, over leap days and years", () => {
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  });
});
