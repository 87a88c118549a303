import { describe, expect, it } from "vitest";
import { checkDigit } from "contract/passport-lines";
import { askedAgain, warningCodes } from "contract/reading-parts";
import { judgeLines } from "./lines/judge-lines.ts";
import { type PersonOfCase, type WarningFacts, warningsOf } from "./warnings.ts";

const today = "2026-11-22";
const nadim: PersonOfCase = {
  id: 1,
  fullName: "Nadim Sarrouf",
  category: "Main Applicant",
  gender: "male",
  dateOfBirth: "1979-03-12",
  nationality: "Lebanese",
};
const rima: PersonOfCase = {
  ...nadim,
  id: 2,
  fullName: "Rima Sarrouf",
  category: "Spouse",
  gender: "female",
  dateOfBirth: "1984-06-01",
};

type Holder = { code?: string; name?: string; birth?: string; sex?: string; expiry?: string };

function judged({
  code = "P<",
  name = "SARROUF<<NADIM",
  birth = "790312",
  sex = "M",
  expiry = "310704",
}: Holder) {
  const checked = (text: string) => text + checkDigit(text);
  const parts = [checked("LR0012345"), checked(birth), checked(expiry), checked("<".repeat(14))];
  const [number, born, until, own] = parts;
  const line2 = `${number}LBN${born}${sex}${until}${own}${checkDigit(parts.join(""))}`;
  return judgeLines(`${code}LBN${name}`.padEnd(44, "<"), line2, { today });
}

const told = (holder: Holder, facts: Partial<WarningFacts> = {}) =>
  warningsOf({
    judged: judged(holder),
    isPartial: false,
    applicant: nadim,
    others: [rima],
    caseNationality: null,
    rule: { days: 180 },
    referenceDay: "2026-12-12",
    today,
    marks: [],
    ...facts,
  });
const texts = (...args: Parameters<typeof told>) => told(...args).map(({ text }) => text);

describe("warnings about a passport", () => {
  it("says nothing about one that fits", () => {
    expect(told({})).toEqual([]);
  });

  it("recognises the passport of somebody else in the case", () => {
    const holder = { name: "SARROUF<<RIMA", birth: "840601", sex: "F" };
    expect(told(holder)[0]).toEqual({
      code: "wrong_person",
      text: "This looks like the passport of Rima Sarrouf.",
      applicantId: 2,
    });
    expect(told(holder, { applicant: rima, others: [nadim] })).toEqual([]);
  });

  it("tells of the same number, without naming a case that is not one's own", () => {
    expect(
      texts({}, { marks: [{ caseId: null }, { caseId: "VU-2026-0006" }, { applicant: rima }] }),
    ).toEqual([
      "Rima Sarrouf has the same passport number.",
      "The same passport number is in another case. Ask an admin.",
      "The same passport number is in VU-2026-0006.",
    ]);
  });

  it("tells that it has expired, or does so too soon", () => {
    expect(texts({ expiry: "261101" })).toEqual(["Expired on 1 Nov 2026."]);
    expect(texts({ expiry: "270319" })).toEqual([
      "Only 97 days left on 12 Dec 2026; 180 are asked for.",
    ]);
    expect(texts({ expiry: "270319" }, { rule: null })).toEqual([]);
  });

  it("tells how the names differ", () => {
    const typed = (fullName: string) => ({ applicant: { ...nadim, fullName }, others: [] });
    expect(texts({}, typed("Omar Haddad"))).toEqual(["The passport says SARROUF, NADIM."]);
    expect(texts({}, typed("Nadim Elias Sarrouf"))).toEqual([
      "The passport has other or more given names: SARROUF, NADIM.",
    ]);
    expect(texts({}, typed("نديم صرّوف"))).toEqual([
      "The name is typed in another script: compare by eye.",
    ]);
    const cut = { name: "WONGSAWATTANAKULCHAI<<SIRIPORNRATTANAKO" };
    expect(texts(cut, typed("Siripornrattanakorn Wongsawattanakulchai"))).toEqual([
      "The name is cut off in the lines: compare the full page.",
    ]);
    expect(texts({}, typed("Sarrouf Nadim"))).toEqual([]);
    expect(texts({}, typed("Nadeem Sarrouf"))).toEqual([]);
  });

  it("tells what else differs, a nationality from that of the case too", () => {
    const applicant = { ...nadim, dateOfBirth: "1979-03-21", gender: "female", nationality: null };
    expect(texts({}, { applicant, caseNationality: "Syrian" })).toEqual([
      "Date of birth differs: 21 Mar 1979 in the portal, 12 Mar 1979 in the passport.",
      "Sex differs: female in the portal, male in the passport.",
      "Nationality differs: Syrian in the portal, Lebanese in the passport.",
    ]);
    const child = { ...nadim, category: "Dependent Child" as const, nationality: null };
    expect(texts({}, { applicant: child, caseNationality: "Syrian" })).toEqual([]);
  });

  it("tells of a child as Main Applicant, an official passport, and a partial reading", () => {
    const applicant = { ...nadim, dateOfBirth: "2014-03-12" };
    expect(texts({ birth: "140312", code: "PD" }, { applicant, isPartial: true })).toEqual([
      "Main Applicant of 12 years.",
      "Diplomatic, official or service passport.",
      "Not everything could be read. Compare each value.",
    ]);
  });

  it("keeps one order, and asks again about five", () => {
    const codes = told(
      { name: "SARROUF<<RIMA", birth: "840601", sex: "F", expiry: "200101", code: "PS" },
      { marks: [{ caseId: "VU-1" }, { applicant: rima }], isPartial: true },
    ).map(({ code }) => code);
    expect(codes).toEqual(warningCodes.filter((code) => codes.includes(code)));
    expect(askedAgain).toEqual(warningCodes.slice(0, 5));
  });
});
