import { describe, expect, it } from "vitest";
import { checkDigit, digitsOf } from "contract/passport-lines";
import type { ReadField } from "contract/reading-parts";
import { warningsOf } from "#server/modules/readings/warnings.ts";
import { type Judging, type JudgedLines, judgeLines } from "./judge-lines.ts";
import { stateOf } from "./likeness.ts";

const today = "2026-11-22";
const line1 = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const line2 = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";
const read = { likeness: 960, doubtful: [], namesAgreed: null };

const judge = (lower: string, judging: Partial<Judging> = {}): JudgedLines =>
  judgeLines(line1, lower, { today, ...judging });
const field = (judged: JudgedLines, name: ReadField) =>
  judged.fields.find((found) => found.name === name);
const rightFields = ({ fields }: JudgedLines) => fields.filter(({ mark }) => mark === "right");

/** The line with other dates, nationality or personal number, and the check digits that belong to it. */
function lineWith({
  birth = "740812",
  expiry = "290415",
  nationality = "UTO",
  personal = "",
}): string {
  const checked = (text: string) => text + checkDigit(text);
  const parts = [
    checked("L898902C3"),
    checked(birth),
    checked(expiry),
    checked(personal.padEnd(14, "<")),
  ];
  const [number, born, until, own] = parts;
  return `${number}${nationality.padEnd(3, "<")}${born}F${until}${own}${checkDigit(parts.join(""))}`;
}

describe("what the lines say", () => {
  it(
    "reads the specimen of ICAO 9303, all digits right, though its state does not exist",
    { tags: ["W-MRZ-008"] },
    () => {
      const judged = judge(line2, { read });
      expect(digitsOf(line2)).toBe("+++++");
      expect(judged).toMatchObject({ document: "passport", subtype: null, country: "UTO" });
      expect(judged.fields).toEqual([
        { name: "name", value: "ERIKSSON, ANNA MARIA", mark: "by_eye" },
        { name: "dateOfBirth", value: "1974-08-12", mark: "right" },
        { name: "sex", value: "female", mark: "by_eye" },
        {
          name: "nationality",
          value: null,
          mark: "absent",
          text: "No nationality for the code UTO",
        },
        { name: "passportNumber", value: "L898902C3", mark: "right" },
        { name: "passportCountry", value: "UTO", mark: "by_eye" },
        { name: "passportExpiresOn", value: "2012-04-15", mark: "right" },
        { name: "personalNumber", value: "ZE184226B", mark: "right" },
      ]);
    },
  );

  it(
    "leaves a field not right when any of its digits is another one",
    { tags: ["W-MRZ-009"] },
    () => {
      const places: [ReadField, number, number][] = [
        ["passportNumber", 0, 10],
        ["dateOfBirth", 13, 20],
        ["passportExpiresOn", 21, 28],
        ["personalNumber", 28, 43],
      ];
      for (const [name, from, to] of places) {
        for (let place = from; place < to; place += 1) {
          for (const digit of "0123456789") {
            if (!/\d/.test(line2[place] ?? "") || digit === line2[place]) continue;
            const changed = line2.slice(0, place) + digit + line2.slice(place + 1);
            expect(field(judge(changed), name)?.mark, changed).not.toBe("right");
          }
        }
      }
    },
  );

  it(
    "cannot tell a changed letter of nationality or name, and calls neither right",
    { tags: ["W-MRZ-010"] },
    () => {
      const changed = line2.replace("UTO", "UTD");
      expect(digitsOf(changed)).toBe("+++++");
      const judged = judgeLines(
        line1.replace("ERIKSSON", "ERIKSSQN"),
        lineWith({ nationality: "LBN" }),
        { today },
      );
      expect(field(judged, "name")).toMatchObject({
        value: "ERIKSSQN, ANNA MARIA",
        mark: "by_eye",
      });
      expect(field(judged, "nationality")).toMatchObject({ value: "Lebanese", mark: "by_eye" });
    },
  );

  it("says that both readings of the name agree, and still leaves it to the eye", () => {
    const judged = judge(line2, { read: { ...read, namesAgreed: true } });
    const text = "Read twice alike, compare by eye";
    expect(field(judged, "name")).toMatchObject({ mark: "by_eye", text });
  });

  it("calls nothing right below a likeness of 880", { tags: ["W-MRZ-011"] }, () => {
    expect(rightFields(judge(line2, { read: { ...read, likeness: 879 } }))).toEqual([]);
    expect(rightFields(judge(line2, { read: { ...read, likeness: 880 } }))).toHaveLength(4);
    expect(stateOf({ digits: "+++++", likeness: 879, doubtful: [] })).toBe("partial");
    expect(stateOf({ digits: "+++++", likeness: 880, doubtful: [] })).toBe("read");
    expect(stateOf({ digits: "+++-+", likeness: 880, doubtful: [] })).toBe("partial");
  });

  it("calls nothing right when the composite digit is wrong", () => {
    expect(rightFields(judge(`${line2.slice(0, 43)}1`, { read }))).toEqual([]);
  });

  it(
    "marks a repaired field as doubtful; typed lines stay as they were typed",
    { tags: ["W-MRZ-012"] },
    () => {
      const repaired = judge(line2, { read: { ...read, doubtful: ["passportNumber"] } });
      expect(field(repaired, "passportNumber")).toMatchObject({
        value: "L898902C3",
        mark: "doubtful",
      });
      const typed = judge(line2.replace("L898902C3", "L8989O2C3"));
      expect(field(typed, "passportNumber")).toMatchObject({
        value: "L8989O2C3",
        mark: "doubtful",
      });
    },
  );

  it("accepts an empty personal number with either check digit", { tags: ["W-MRZ-014"] }, () => {
    const zero = lineWith({});
    const filler = `${zero.slice(0, 42)}<${zero[43]}`;
    for (const line of [zero, filler]) {
      expect(digitsOf(line)).toBe("+++++");
      expect(field(judge(line, { read }), "personalNumber")).toMatchObject({
        value: null,
        mark: "absent",
      });
    }
  });

  it.each([
    ["320415", "1932-04-15"],
    ["260101", "2026-01-01"],
    ["261231", "1926-12-31"],
  ])("takes a birth on %s for %s", { tags: ["W-MRZ-015"] }, (birth, day) => {
    expect(field(judge(lineWith({ birth }), { read }), "dateOfBirth")).toMatchObject({
      value: day,
      mark: "right",
    });
  });

  it.each([
    ["320415", "2032-04-15"],
    ["770101", "1977-01-01"],
    ["751231", "2075-12-31"],
  ])("takes an expiry on %s for %s", { tags: ["W-MRZ-016"] }, (expiry, day) => {
    const judged = judge(lineWith({ expiry }), { read });
    expect(field(judged, "passportExpiresOn")).toMatchObject({ value: day, mark: "right" });
  });

  it.each(["74<<<<", "7408<<", "<<<<<<", "74XXXX", "000000", "990231"])(
    "knows no day of birth from %s",
    { tags: ["W-MRZ-017"] },
    (birth) => {
      const judged = judge(lineWith({ birth }), { read });
      expect(field(judged, "dateOfBirth")).toMatchObject({ value: null, mark: "doubtful" });
    },
  );

  it.each(["V", "I"])(
    "takes the lines of %s for those of another document",
    { tags: ["W-MRZ-020"] },
    (code) => {
      const judged = judgeLines(code + line1.slice(1), line2, { today, read });
      expect(judged.document).toBe("other");
      expect(judged.fields).toEqual([]);
      const warnings = warningsOf({
        judged,
        isPartial: false,
        applicant: null,
        others: [],
        caseNationality: null,
        rule: null,
        referenceDay: today,
        today,
        marks: [],
      });
      expect(warnings.map(({ code: found }) => found)).toEqual(["not_passport"]);
    },
  );
});
