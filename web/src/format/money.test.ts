import { describe, expect, it } from "vitest";
import { formatCount, formatMoney, formatRate } from "./money.ts";

describe("money", () => {
  it.each([
    [123_450, "USD", "$1,234.50"],
    [450_000, "AED", "AED 4,500.00"],
    [0, "USD", "$0.00"],
    [5, "AED", "AED 0.05"],
    [-123_450, "USD", "-$1,234.50"],
  ] as const)(
    "shows %d cents in %s as %s",
    { tags: ["CI-CASE-037", "CI-CONST-013", "D-030"] },
    (cents, currency, shown) => {
      expect(formatMoney(cents, currency)).toBe(shown);
    },
  );

  it(
    "shows a rate with four decimals, whether it comes as number or text",
    { tags: ["CI-CONST-014"] },
    () => {
      expect(formatRate(0.2723)).toBe("0.2723");
      expect(formatRate("1")).toBe("1.0000");
    },
  );

  it("groups counts by thousands", () => {
    expect(formatCount(2003)).toBe("2,003");
  });
});
