/** What the two lines say, and how much of it may be believed. Nothing here is stored: it is derived when asked for. */
import { createRequire } from "node:module";
import type { Nationality } from "contract/nationalities";
import { type CheckedField, rightDigits } from "contract/passport-lines";
import { type Mark, readFields, type ReadField } from "contract/reading-parts";
import { nationalityOf } from "#server/modules/readings/nationality-of.ts";
import { CERTAIN_LIKENESS } from "./likeness.ts";
import { birthDayOf, expiryDayOf } from "./line-dates.ts";

/** Fifty files that no start needs (decisions/0012). */
const require = createRequire(import.meta.url);

export interface JudgedField {
  name: ReadField;
  value: string | null;
  mark: Mark;
  text?: string;
}
export interface JudgedLines {
  document: "passport" | "other";
  subtype: string | null;
  country: string;
  /** Empty for another document: nothing of it can be used. */
  fields: JudgedField[];
  /** For warnings and comparisons. */
  surname: string;
  givenNames: string;
}

/** How a picture was read; lines that somebody typed have none, and are taken as they stand. */
export interface HowRead {
  likeness: number;
  doubtful: readonly string[];
  namesAgreed: boolean | null;
}
export interface Judging {
  today: string;
  read?: HowRead;
  /** What applicant or case say, for the states that share a code. */
  knownNationality?: string | null;
}

const texts = {
  twiceAlike: "Read twice alike, compare by eye",
  noNationality: (code: string) => `No nationality for the code ${code}`,
} as const;

export function judgeLines(line1: string, line2: string, judging: Judging): JudgedLines {
  const code = line1.slice(0, 2);
  const country = withoutFillers(line1.slice(2, 5));
  const subtype = code[1] === "<" ? null : (code[1] ?? null);
  const [surname = "", givenNames = ""] = namesOf(line1);
  const names = { surname, givenNames };
  if (!code.startsWith("P")) return { document: "other", subtype, country, fields: [], ...names };
  const facts: Facts = { ...judging, line2, raw: rawFields(line1, line2), ...names };
  const fields = readFields.map((name) => ({ name, ...judges[name](facts) }));
  return { document: "passport", subtype, country, fields, ...names };
}

interface Facts extends Judging {
  line2: string;
  raw: (field: string) => string;
  surname: string;
  givenNames: string;
}
type Judged = Omit<JudgedField, "name">;

const judges: Record<ReadField, (facts: Facts) => Judged> = {
  name: (facts) => {
    const value = [facts.surname, facts.givenNames].filter((part) => part !== "").join(", ");
    const judged = byEye(facts, "name", value || null);
    const isAgreed = judged.mark === "by_eye" && facts.read?.namesAgreed === true;
    return isAgreed ? { ...judged, text: texts.twiceAlike } : judged;
  },
  dateOfBirth: (facts) => {
    const value = birthDayOf(facts.raw("birthDate"), facts.today);
    return value === null
      ? unknown
      : byDigit(facts, { name: "dateOfBirth", digit: "birth", value });
  },
  sex: (facts) => {
    const sexes: Record<string, string> = { M: "male", F: "female" };
    return byEye(facts, "sex", sexes[facts.raw("sex")] ?? null);
  },
  nationality: (facts) => {
    const code = withoutFillers(facts.raw("nationality"));
    const value: Nationality | null = nationalityOf(code, facts.knownNationality);
    const judged = byEye(facts, "nationality", value);
    return value === null && code !== "" ? { ...judged, text: texts.noNationality(code) } : judged;
  },
  passportNumber: (facts) => {
    const value = withoutFillers(facts.raw("documentNumber")) || null;
    return byDigit(facts, { name: "passportNumber", digit: "number", value });
  },
  passportCountry: (facts) =>
    byEye(facts, "passportCountry", withoutFillers(facts.raw("issuingState")) || null),
  passportExpiresOn: (facts) => {
    const value = expiryDayOf(facts.raw("expirationDate"), facts.today);
    return value === null
      ? unknown
      : byDigit(facts, { name: "passportExpiresOn", digit: "expiry", value });
  },
  personalNumber: (facts) => {
    const value = withoutFillers(facts.raw("personalNumber")) || null;
    return byDigit(facts, { name: "personalNumber", digit: "personal", value });
  },
};

const unknown: Judged = { value: null, mark: "doubtful" };

/** No check digit stands behind it: a person has to compare. */
function byEye(facts: Facts, name: ReadField, value: string | null): Judged {
  if (value === null) return { value, mark: "absent" };
  return { value, mark: isUnclear(facts, name) ? "doubtful" : "by_eye" };
}

type Checked = { name: ReadField; digit: CheckedField; value: string | null };

function byDigit(facts: Facts, { name, digit, value }: Checked): Judged {
  const right = rightDigits(facts.line2);
  if (value === null) return { value, mark: right[digit] ? "absent" : "doubtful" };
  // What was seen and does not fit is not even shown; what was typed stays as it was typed.
  if (!right[digit]) return { value: facts.read ? null : value, mark: "doubtful" };
  const isRight = right.composite && !isUnclear(facts, name);
  return { value, mark: isRight ? "right" : "doubtful" };
}

function isUnclear({ read }: Facts, name: ReadField): boolean {
  return read !== undefined && (read.likeness < CERTAIN_LIKENESS || read.doubtful.includes(name));
}

function namesOf(line1: string): string[] {
  return line1
    .slice(5)
    .split(/<<(.*)/)
    .slice(0, 2)
    .map((part) => part.replace(/<+/g, " ").trim());
}

/** The layout is the library's; what it holds for valid is not asked: it knows fewer states than there are passports. */
function rawFields(line1: string, line2: string): (field: string) => string {
  const { parse } = require("mrz") as typeof import("mrz");
  const lines = [line1, line2];
  const raw = new Map<string | null, string>(
    parse(lines).details.map(({ field, ranges: [place] }) => [
      field,
      place ? (lines[place.line]?.slice(place.start, place.end) ?? "") : "",
    ]),
  );
  return (field) => raw.get(field) ?? "";
}

const withoutFillers = (text: string): string => text.replaceAll("<", "");
