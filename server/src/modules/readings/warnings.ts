/** What a person should know before a passport is accepted (in this order). Warnings never refuse anything. */
import type { ApplicantCategory } from "contract/applicants";
import { type ReadField, warningCodes, type WarningCode } from "contract/reading-parts";
import { ageOn } from "#server/modules/checklist/ages.ts";
import { compareNames, type NameComparison } from "./compare-names.ts";
import type { JudgedLines } from "./lines/judge-lines.ts";

export interface Warning {
  code: WarningCode;
  text: string;
  applicantId?: number;
  caseId?: string;
}

export interface PersonOfCase {
  id: number;
  fullName: string;
  category: ApplicantCategory;
  gender: string | null;
  dateOfBirth: string | null;
  nationality: string | null;
}
/** Who else has this number. A case that the reader of the warning may not see has no name. */
export type SameNumber = { applicant: PersonOfCase } | { caseId: string | null };

export interface WarningFacts {
  judged: JudgedLines;
  isPartial: boolean;
  /** To whom the document is assigned. */
  applicant: PersonOfCase | null;
  others: readonly PersonOfCase[];
  caseNationality: string | null;
  /** How long the passport has to be valid after the reference day. */
  rule: { days: number } | null;
  referenceDay: string;
  today: string;
  marks: readonly SameNumber[];
}

export function warningsOf(facts: WarningFacts): Warning[] {
  const { judged } = facts;
  if (judged.document === "other") {
    const text = "These are the lines of another document, not of a passport.";
    return [{ code: "not_passport", text }];
  }
  return [
    ...wrongPerson(facts),
    ...sameNumber(facts),
    ...expiry(facts),
    ...nameOf(facts),
    ...differences(facts),
    ...age(facts),
    ...(/^[DOS]$/.test(judged.subtype ?? "")
      ? [{ code: "special", text: "Diplomatic, official or service passport." } as const]
      : []),
    ...(facts.isPartial
      ? [{ code: "unsure", text: "Not everything could be read. Compare each value." } as const]
      : []),
  ];
}

function valueOf({ fields }: JudgedLines, name: ReadField): string | null {
  return fields.find((field) => field.name === name)?.value ?? null;
}

function nameAgainst(judged: JudgedLines, person: PersonOfCase): NameComparison {
  return compareNames(person.fullName, judged.surname, judged.givenNames);
}

const isName = (comparison: NameComparison): boolean =>
  comparison === "same" || comparison === "order";

function wrongPerson({ judged, applicant, others }: WarningFacts): Warning[] {
  if (!applicant) return [];
  const birth = valueOf(judged, "dateOfBirth");
  const assigned = nameAgainst(judged, applicant);
  const isAssigned = birth !== null && birth === applicant.dateOfBirth && assigned !== "different";
  const other = others.find((person) => {
    const name = nameAgainst(judged, person);
    const hasBirth = birth !== null && person.dateOfBirth === birth && name !== "different";
    return (
      (hasBirth && !isAssigned && !isName(assigned)) || (isName(name) && assigned === "different")
    );
  });
  if (!other) return [];
  const text = `This looks like the passport of ${other.fullName}.`;
  return [{ code: "wrong_person", text, applicantId: other.id }];
}

function sameNumber({ marks }: WarningFacts): Warning[] {
  return marks
    .map((mark): Warning => {
      if ("applicant" in mark) {
        const { fullName, id } = mark.applicant;
        return {
          code: "number_twice",
          text: `${fullName} has the same passport number.`,
          applicantId: id,
        };
      }
      const { caseId } = mark;
      return caseId === null
        ? {
            code: "number_elsewhere",
            text: "The same passport number is in another case. Ask an admin.",
          }
        : { code: "number_elsewhere", text: `The same passport number is in ${caseId}.`, caseId };
    })
    .toSorted((one, other) => warningCodes.indexOf(one.code) - warningCodes.indexOf(other.code));
}

function expiry({ judged, today, rule, referenceDay }: WarningFacts): Warning[] {
  const day = valueOf(judged, "passportExpiresOn");
  if (day === null) return [];
  if (day < today) return [{ code: "expired", text: `Expired on ${writtenDay(day)}.` }];
  if (!rule) return [];
  const left = daysBetween(referenceDay, day);
  if (left >= rule.days) return [];
  const text = `Only ${left} days left on ${writtenDay(referenceDay)}; ${rule.days} are asked for.`;
  return [{ code: "expires_soon", text }];
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** '4 Jul 2031'. */
function writtenDay(day: string): string {
  const [year, month, date] = day.split("-");
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

function nameOf({ judged, applicant }: WarningFacts): Warning[] {
  const name = valueOf(judged, "name");
  if (!applicant || name === null) return [];
  const texts: Partial<Record<NameComparison, Warning>> = {
    different: { code: "name_differs", text: `The passport says ${name}.` },
    shorter: { code: "name_longer", text: `The passport has other or more given names: ${name}.` },
    cut: { code: "name_cut", text: "The name is cut off in the lines: compare the full page." },
    script: { code: "name_script", text: "The name is typed in another script: compare by eye." },
  };
  const warning = texts[nameAgainst(judged, applicant)];
  return warning ? [warning] : [];
}

function differences({ judged, applicant, caseNationality }: WarningFacts): Warning[] {
  if (!applicant) return [];
  const ofCase = applicant.category === "Main Applicant" ? caseNationality : null;
  const compared = [
    ["birth_differs", "Date of birth", applicant.dateOfBirth, valueOf(judged, "dateOfBirth")],
    ["sex_differs", "Sex", applicant.gender, valueOf(judged, "sex")],
    [
      "nationality_differs",
      "Nationality",
      applicant.nationality ?? ofCase,
      valueOf(judged, "nationality"),
    ],
  ] as const;
  return compared.flatMap(([code, label, portal, passport]) => {
    if (portal === null || passport === null || portal === passport) return [];
    const [a, b] = [portal, passport].map((value) =>
      code === "birth_differs" ? writtenDay(value) : value,
    );
    return [{ code, text: `${label} differs: ${a} in the portal, ${b} in the passport.` }];
  });
}

function age({ judged, applicant, today }: WarningFacts): Warning[] {
  const birth = valueOf(judged, "dateOfBirth");
  const isGrown = applicant?.category === "Main Applicant" || applicant?.category === "Spouse";
  if (!applicant || birth === null || !isGrown) return [];
  const years = ageOn(birth, today);
  if (years >= 18) return [];
  return [{ code: "age_contradicts", text: `${applicant.category} of ${years} years.` }];
}
