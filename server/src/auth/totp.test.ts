import { describe, expect, it } from "vitest";
import { base32Of, matchingStep, stepAt, totpCode, totpUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

describe("the codes of an authenticator app", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("are those of RFC 6238 at second %i", (second, code) => {
    expect(totpCode(secret, stepAt(new Date(second * 1000)), 8)).toBe(code);
  });

  it("are taken in their own half minute and the next, and at no other time", () => {
    const step = 37_037_036;
    const code = totpCode(secret, step);
    const takenAfter = [-1, 0, 29, 30, 59, 60].filter((seconds) => {
      const now = new Date((step * 30 + seconds) * 1000);
      return matchingStep(secret, code, now) === step;
    });
    expect(takenAfter).toEqual([0, 29, 30, 59]);
  });

  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("spell their secret as RFC 4648 does: %j", (text, spelled) => {
    expect(base32Of(Buffer.from(text))).toBe(spelled);
  });

  it("are offered under the names of the bureau and the person", () => {
    const uri = totpUri(secret, { issuer: "Bureau & Sons", account: "amina@bureau.example" });
    expect(uri).toBe(
      "otpauth://totp/Bureau%20%26%20Sons:amina%40bureau.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bureau%20%26%20Sons&algorithm=SHA1&digits=6&period=30",
    );
  });
});
