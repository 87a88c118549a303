import { describe, expect, it } from "vitest";
import { nadimLines } from "#web/testing/reading-records.ts";
import { areWhole, typedInto, wrongDigits } from "./typed-lines.ts";

const [upper, lower] = nadimLines;

describe("two typed lines", () => {
  it("may be pasted at once, with blanks and line ends", { tags: ["W-PAS-017"] }, () => {
    const pasted = `${upper.slice(0, 20)} ${upper.slice(20)}\r\n${lower.toLowerCase()}\n`;
    expect(typedInto(["", ""], 0, pasted)).toEqual([upper, lower]);
    expect(typedInto(["OLD", "OLD"], 1, pasted)).toEqual([upper, lower]);
  });

  it("run over into an empty second line, and never over what stands there", () => {
    expect(typedInto([upper, ""], 0, `${upper}L`)).toEqual([upper, "L"]);
    expect(typedInto([upper, lower], 0, `${upper}L`)).toEqual([upper, lower]);
    expect(typedInto([upper, lower], 1, `${lower}L`)).toEqual([upper, lower]);
  });

  it("are whole with 44 characters of passports each", () => {
    expect(areWhole(nadimLines)).toBe(true);
    expect(areWhole([upper, lower.slice(1)])).toBe(false);
    expect(areWhole([upper, lower.replace("<", "«")])).toBe(false);
  });

  it("have a wrong digit as soon as it is typed", { tags: ["W-PAS-017"] }, () => {
    expect(wrongDigits(lower)).toEqual([]);
    const wrong = lower.replace("LR0012345", "LR0012346");
    expect(wrongDigits(wrong.slice(0, 9))).toEqual([]);
    expect(wrongDigits(wrong.slice(0, 10))).toEqual(["number"]);
    expect(wrongDigits(wrong)).toEqual(["number", "composite"]);
  });
});
