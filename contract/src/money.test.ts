import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsFromAmount, DEFAULT_AED_RATE, MAX_RATE, rateUnits, totalFee } from "./money.ts";

const anyFee = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const ordinaryFee = fc.integer({ min: 0, max: 100_000_000_00 });
/** Four decimals, as they are stored. */
const anyRate = fc.integer({ min: 1, max: 9_999_999_999 }).map((units) => units / 10_000);
const anyCurrency = fc.constantFrom("USD" as const, "AED" as const);

describe("the total of an invoice", () => {
  it("is fee times rate in dollars, literally", { tags: ["I-INV-095"] }, () => {
    expect(totalFee({ usdFee: 100_000, rate: 1, currency: "USD" })).toBe(100_000);
    expect(totalFee({ usdFee: 100_000, rate: 3.6725, currency: "USD" })).toBe(367_250);
  });

  it(
    "is fee divided by rate in dirhams, the rate being dollars per dirham",
    { tags: ["I-INV-096"] },
    () => {
      expect(totalFee({ usdFee: 100_000, rate: DEFAULT_AED_RATE, currency: "AED" })).toBe(367_242);
      expect(totalFee({ usdFee: 50_000, rate: 0.5, currency: "AED" })).toBe(100_000);
    },
  );

  it("rounds half a cent up", () => {
    expect(totalFee({ usdFee: 1, rate: 0.5, currency: "USD" })).toBe(1);
    expect(totalFee({ usdFee: 1, rate: 0.4999, currency: "USD" })).toBe(0);
    expect(totalFee({ usdFee: 1, rate: 2, currency: "AED" })).toBe(1);
    expect(totalFee({ usdFee: 1, rate: 2.0001, currency: "AED" })).toBe(0);
  });

  it("is never further than half a cent from the exact quotient, for any fee and rate", () => {
    fc.assert(
      fc.property(anyFee, anyRate, anyCurrency, (usdFee, rate, currency) => {
        const [dividend, divisor] =
          currency === "USD"
            ? [BigInt(usdFee) * rateUnits(rate), 10_000n]
            : [BigInt(usdFee) * 10_000n, rateUnits(rate)];
        // Nothing stands for whatever a number does not hold exactly.
        const total = totalFee({ usdFee, rate, currency }) ?? Number.MAX_SAFE_INTEGER;
        const isTooLarge = total === Number.MAX_SAFE_INTEGER && dividend >= BigInt(total) * divisor;
        const twiceTheError = 2n * (BigInt(total) * divisor - dividend);
        expect(isTooLarge || (twiceTheError <= divisor && twiceTheError > -divisor)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("is a whole number of cents or nothing, never NaN, whatever is put in", () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), anyCurrency, (usdFee, rate, currency) => {
        const total = totalFee({ usdFee, rate, currency });
        expect(total === null || (Number.isSafeInteger(total) && total >= 0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("comes back within a cent from dollars to dirhams and back", () => {
    const belowParity = fc.integer({ min: 1, max: 10_000 }).map((units) => units / 10_000);
    fc.assert(
      fc.property(ordinaryFee, belowParity, (usdFee, rate) => {
        const dirhams = totalFee({ usdFee, rate, currency: "AED" }) ?? Number.NaN;
        const dollars = totalFee({ usdFee: dirhams, rate, currency: "USD" }) ?? Number.NaN;
        expect(Math.abs(dollars - usdFee)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });

  it("grows with the fee and never shrinks", () => {
    fc.assert(
      fc.property(ordinaryFee, ordinaryFee, anyRate, (one, other, rate) => {
        const totals = [one, other]
          .toSorted((a, b) => a - b)
          .map((usdFee) => totalFee({ usdFee, rate, currency: "USD" }) ?? Infinity);
        expect(totals[0]).toBeLessThanOrEqual(totals[1] ?? 0);
      }),
    );
  });

  it("is nothing when it would be more than a number holds exactly", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(totalFee({ usdFee: most, rate: 1, currency: "USD" })).toBe(most);
    expect(totalFee({ usdFee: most, rate: 1.0001, currency: "USD" })).toBeNull();
    expect(totalFee({ usdFee: most, rate: 0.9999, currency: "AED" })).toBeNull();
  });

  it("is nothing for a rate that rounds to zero", () => {
    expect(totalFee({ usdFee: 100, rate: 0.00004, currency: "AED" })).toBeNull();
    expect(totalFee({ usdFee: 100, rate: 0, currency: "USD" })).toBeNull();
  });
});

describe("a rate", () => {
  it("keeps four decimals and rounds the fifth half up, as it was typed", () => {
    expect(rateUnits(0.2723)).toBe(2723n);
    expect(rateUnits(3.67255)).toBe(36_726n);
    expect(rateUnits(1.00005)).toBe(10_001n);
    expect(rateUnits(1.00004)).toBe(10_000n);
    expect(rateUnits(MAX_RATE)).toBe(9_999_999_999n);
  });

  it("survives being stored with four decimals and read again", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (units) => {
        expect(rateUnits(Number((units / 10_000).toFixed(4)))).toBe(BigInt(units));
      }),
    );
  });
});

describe("a typed amount", () => {
  it("becomes the cents that were typed", () => {
    expect(centsFromAmount(1234.56)).toBe(123_456);
    expect(centsFromAmount(0.01)).toBe(1);
    expect(centsFromAmount(1.005)).toBe(101);
    expect(centsFromAmount(8.115)).toBe(812);
  });

  it("returns any whole number of cents unchanged", () => {
    fc.assert(
      fc.property(ordinaryFee, (cents) => {
        expect(centsFromAmount(cents / 100)).toBe(cents);
      }),
    );
  });

  it("is zero when it is no number, and below zero when it was typed so", () => {
    expect(centsFromAmount(Number.NaN)).toBe(0);
    expect(centsFromAmount(-0.5)).toBe(-50);
  });
});
