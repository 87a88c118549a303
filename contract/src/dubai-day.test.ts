import { afterEach, expect, it, vi } from "vitest";

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

it("names the day of Dubai the same in every browser, however its dates are written [D-158]", async () => {
  vi.stubGlobal("Intl", { ...Intl, DateTimeFormat: AmericanDates });
  vi.resetModules();
  const { dubaiDay } = await import("./dubai-day.ts");
  expect(dubaiDay(new Date("2026-11-21T20:30:00Z"))).toBe("2026-11-22");
  expect(dubaiDay(new Date("2026-12-31T19:59:59Z"))).toBe("2026-12-31");
});
