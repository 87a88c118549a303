import { describe, expect, it } from "vitest";
import { createPersonalToken, isWellFormed, personalTokenIn } from "./personal-tokens.ts";

describe("a personal token", () => {
  it(
    "is its beginning, 43 characters of chance and the CRC-32 of those",
    { tags: ["W-API-017"] },
    () => {
      const { secret, hint } = createPersonalToken();
      expect(secret).toMatch(/^cmp_[0-9A-Za-z]{49}$/);
      expect(secret.endsWith(hint)).toBe(true);
      expect(createPersonalToken().secret).not.toBe(secret);
      expect(isWellFormed(secret)).toBe(true);
      // Reckoned elsewhere: the CRC-32 of 43 zeros is 0x7849568f.
      expect(isWellFormed(`cmp_${"0".repeat(43)}2CZclj`)).toBe(true);
    },
  );

  it.each([
    [
      "another checksum",
      (secret: string) => `${secret.slice(0, -1)}${secret.endsWith("0") ? 1 : 0}`,
    ],
    [
      "one character changed",
      (secret: string) =>
        secret.replace(/^cmp_./, (start) => `cmp_${start.endsWith("a") ? "b" : "a"}`),
    ],
    ["a character less", (secret: string) => secret.slice(0, -1)],
    ["a character more", (secret: string) => `${secret}0`],
    ["another beginning", (secret: string) => secret.replace("cmp_", "cmq_")],
  ])("with %s is none", { tags: ["W-API-017"] }, (_what, spoil) => {
    expect(isWellFormed(spoil(createPersonalToken().secret))).toBe(false);
  });

  it("is read from a header of any case, and never taken for a key", () => {
    expect(personalTokenIn("bearer cmp_abc")).toBe("cmp_abc");
    expect(personalTokenIn("Bearer cbk_abc")).toBeNull();
    expect(personalTokenIn("Basic cmp_abc")).toBeNull();
    expect(personalTokenIn(undefined)).toBeNull();
  });
});
