/** What a passport says beside what the portal knows of its person. Nothing is stored: it is derived when asked for. */
import { endingOf, maskedEnding } from "contract/passports";
import type { FieldComparison, ReadField } from "contract/reading-parts";
import type { ProposedField } from "contract/readings";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import type { ReadingRow } from "#server/database/tables/readings.ts";
import { compareNames } from "./compare-names.ts";
import type { JudgedLines } from "./lines/judge-lines.ts";

export type KnownPerson = Pick<
  ApplicantRow,
  | "fullName"
  | "dateOfBirth"
  | "gender"
  | "nationality"
  | "passportMark"
  | "passportCountry"
  | "passportExpiresOn"
>;
export type Beside = {
  /** To whom the document is assigned. */
  applicant: KnownPerson | null;
  /** The person's number in plain. */
  number: string | null;
  verdicts: ReadingRow["verdicts"];
};

export function proposalsOf(judged: JudgedLines, beside: Beside): ProposedField[] {
  return judged.fields.map(({ name, value, mark, text }) => ({
    name,
    value,
    mark,
    ...(text === undefined ? {} : { text }),
    current: shownOf(name, beside),
    compared: comparedOf(name, value, { judged, ...beside }),
    verdict: beside.verdicts[name]?.verdict ?? "open",
  }));
}

/** Names in another order or spelling are one name. */
const differing: readonly (FieldComparison | null)[] = ["different", "shorter", "cut", "script"];

/** Something to look at: a value is not what the portal says, and nobody has decided. */
export function isToCompare({ compared, verdict }: ProposedField): boolean {
  return verdict === "open" && differing.includes(compared);
}

/** A value that could still be taken. */
export function isOpen({ name, value, compared, verdict }: ProposedField): boolean {
  const isDecidable = name !== "personalNumber" && value !== null && compared !== null;
  return isDecidable && verdict === "open" && compared !== "same" && compared !== "order";
}

function shownOf(name: ReadField, { applicant, number }: Beside): string | null {
  if (name === "passportNumber") return number === null ? null : maskedEnding(endingOf(number));
  return applicant && knownOf(name, { applicant, number });
}

type Known = { applicant: KnownPerson; number: string | null };

function knownOf(name: ReadField, { applicant, number }: Known): string | null {
  if (name === "name") return applicant.fullName || null;
  if (name === "sex") return applicant.gender;
  if (name === "passportNumber") return number;
  return name === "personalNumber" ? null : applicant[name];
}

function comparedOf(
  name: ReadField,
  value: string | null,
  { judged, applicant, number }: Beside & { judged: JudgedLines },
): FieldComparison | null {
  if (applicant === null || value === null || name === "personalNumber") return null;
  const known = knownOf(name, { applicant, number });
  if (known === null) return "empty";
  if (name === "name") return compareNames(known, judged.surname, judged.givenNames);
  return known === value ? "same" : "different";
}

/** 'SARROUF, NADIM' as the portal writes names: 'Nadim Sarrouf'. */
export function typedName(passportName: string): string {
  const [surname = "", given = ""] = passportName.split(", ");
  return `${given} ${surname}`
    .trim()
    .toLowerCase()
    .replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}
