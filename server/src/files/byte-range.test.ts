import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRange } from "./byte-range.ts";

describe("the Range header", () => {
  it.each([
    ["bytes=0-1", { start: 0, end: 1 }],
    ["bytes=0-", { start: 0, end: 99 }],
    ["bytes=90-200", { start: 90, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-500", { start: 0, end: 99 }],
    ["bytes = 5 - 6", { start: 5, end: 6 }],
    ["bytes=99-99", { start: 99, end: 99 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-4", "whole"],
    ["bytes=0-1,5-6", "whole"],
    ["bytes=-", "whole"],
    ["items=0-1", "whole"],
    ["bytes=a-b", "whole"],
    [undefined, "whole"],
  ])("%j of 100 bytes", (header, answer) => {
    expect(readRange(header, 100)).toEqual(answer);
  });

  it("never reaches outside of the file", () => {
    const number = fc.nat(600);
    const header = fc.oneof(
      fc.string(),
      fc.tuple(number, number).map(([first, last]) => `bytes=${first}-${last}`),
      number.map((first) => `bytes=${first}-`),
      number.map((length) => `bytes=-${length}`),
    );
    fc.assert(
      fc.property(header, fc.nat(500), (text, size) => {
        const range = readRange(text, size);
        const { start, end } = typeof range === "string" ? { start: 0, end: size - 1 } : range;
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThan(Math.max(size, 0));
        expect(size === 0 || start <= end).toBe(true);
      }),
    );
  });
});
