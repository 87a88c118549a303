import { describe, expect, it } from "vitest";
import { checkDigit, digitsOf } from "contract/passport-lines";
import { judgeLines } from "./judge-lines.ts";
import type { Cell } from "./read-cells.ts";
import { repairLine } from "./repair-line.ts";

const line1 = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const line2 = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";

/** As read, with a second glyph that was nearly as near at some places. */
function cellsOf(line: string, others: Record<number, string>, distance = 0.04): Cell[] {
  return Array.from(line, (character, place) => ({
    character,
    likeness: 0.95,
    others: Array.from(others[place] ?? "", (other) => ({
      character: other,
      likeness: 0.95 - distance,
    })),
  }));
}

describe("repairing look-alikes", () => {
  const seen = line2.replace("L898902C3", "L8989O2C3");

  it("puts the one letter right that makes all digits fit", { tags: ["W-MRZ-012"] }, () => {
    expect(repairLine(seen, cellsOf(seen, { 5: "0" }))).toEqual({
      line: line2,
      repaired: ["passportNumber"],
    });
  });

  it("leaves the line alone when the other glyph is not near, or no look-alike", () => {
    expect(repairLine(seen, cellsOf(seen, { 5: "0" }, 0.09)).repaired).toEqual([]);
    expect(repairLine(seen, cellsOf(seen, { 5: "U" })).repaired).toEqual([]);
  });

  it("trusts no right digits where look-alikes would fit as well", () => {
    const read = lineOf("HO6OO2171", "HO6002171");
    expect(digitsOf(read)).toBe("+++++");
    const cells = cellsOf(read, { 3: "0", 4: "0" });
    expect(repairLine(read, cells)).toEqual({ line: read, repaired: ["passportNumber"] });
  });

  it(
    "repairs nothing when two choices fit, and proposes no number then",
    { tags: ["W-MRZ-013"] },
    () => {
      // O at the first place weighs as much as Q at the second.
      const [wanted, rival, wrong] = ["O01234567", "0Q1234567", "001234567"];
      expect(digitsOf(lineOf(rival, wanted))).toBe("+++++");
      const seenLine = lineOf(wrong, wanted);
      const result = repairLine(seenLine, cellsOf(seenLine, { 0: "O", 1: "Q" }));
      expect(result).toEqual({ line: seenLine, repaired: [] });
      const read = { likeness: 960, doubtful: [], namesAgreed: null };
      const judged = judgeLines(line1, result.line, { today: "2026-11-22", read });
      expect(judged.fields[4]).toMatchObject({
        name: "passportNumber",
        value: null,
        mark: "doubtful",
      });
    },
  );

  it("repairs nothing when three cells would have to change", { tags: ["W-MRZ-013"] }, () => {
    const [wanted, wrong] = ["0A0012345", "OADD12345"];
    expect(digitsOf(lineOf(wanted, wanted))).toBe("+++++");
    const seenLine = lineOf(wrong, wanted);
    const cells = cellsOf(seenLine, { 0: "0", 2: "0", 3: "0" });
    expect(repairLine(seenLine, cells)).toEqual({ line: seenLine, repaired: [] });
  });
});

/** With the check digits of another number. */
function lineOf(number: string, rightNumber: string): string {
  const checked = rightNumber + checkDigit(rightNumber);
  const rest = line2.slice(13, 20) + line2.slice(21, 43);
  return number + checked.slice(9) + line2.slice(10, 43) + checkDigit(checked + rest);
}
