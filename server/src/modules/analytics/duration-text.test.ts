import fc from "fast-check";
import { expect, it } from "vitest";
import { durationText } from "./duration-text.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it("says days and hours, hours and minutes, minutes, or less than one", () => {
  expect(durationText(3 * DAY + 4 * HOUR + 59 * MINUTE)).toBe("3d 4h");
  expect(durationText(5 * HOUR + 12 * MINUTE)).toBe("5h 12m");
  expect(durationText(8 * MINUTE + 59_999)).toBe("8m");
  expect(durationText(59_999)).toBe("<1m");
  expect(durationText(0)).toBe("<1m");
});

it("changes unit exactly at the hour and at the day", () => {
  expect(durationText(HOUR - 1)).toBe("59m");
  expect(durationText(HOUR)).toBe("1h 0m");
  expect(durationText(DAY - 1)).toBe("23h 59m");
  expect(durationText(DAY)).toBe("1d 0h");
});

it("never says more time than has passed, and never a whole smaller unit less", () => {
  const inMinutes = { d: DAY / MINUTE, h: 60, m: 1 } as const;
  fc.assert(
    fc.property(fc.integer({ min: MINUTE, max: 4000 * DAY }), (milliseconds) => {
      const parts = durationText(milliseconds).split(" ");
      const said = parts.reduce((sum, part) => {
        const unit = part.at(-1) as keyof typeof inMinutes;
        return sum + Number(part.slice(0, -1)) * inMinutes[unit];
      }, 0);
      const passed = milliseconds / MINUTE;
      const smallest = parts[0]?.endsWith("d") ? 60 : 1;
      expect(said <= passed && passed < said + smallest).toBe(true);
    }),
  );
});
