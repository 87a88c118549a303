import { describe, expect, it } from "vitest";
import { createCode } from "./codes.ts";

describe("a sign-in code", () => {
  it(
    "is always six digits, and each digit is as likely as any other",
    { tags: ["asvs-76"] },
    () => {
      const counts = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0));
      const rounds = 20_000;
      for (let round = 0; round < rounds; round += 1) {
        const code = createCode();
        expect(code).toMatch(/^\d{6}$/);
        for (const [place, digit] of code.split("").entries()) {
          const row = counts[place];
          if (row) row[Number(digit)] = (row[Number(digit)] ?? 0) + 1;
        }
      }
      for (const row of counts) {
        const expected = rounds / 10;
        const chiSquare = row.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
        // With nine degrees of freedom a fair source passes 40 once in a hundred thousand.
        expect(chiSquare).toBeLessThan(40);
      }
    },
  );
});
