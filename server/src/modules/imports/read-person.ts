/** A row of the sheet of people. */
import {
  type applicantCategories,
  type applicantGenders,
  applicantMessages,
  MOST_RESIDENCES,
} from "contract/applicants";
import { maritalStatuses } from "contract/checklist-parts";
import { EARLIEST_DAY, MAX_NAME } from "contract/fields";
import { fold } from "contract/fold";
import { isMasked, passportInput, passportMessages } from "contract/passports";
import type { CheckedPerson } from "./checked-rows.ts";
import type { RowReader } from "./row-reader.ts";
import { choiceOf, countryCodeOf, nationalityOf } from "./values.ts";

const categories = {
  "Main Applicant": ["Main"],
  Spouse: ["Wife", "Husband"],
  "Dependent Child": ["Child", "Son", "Daughter"],
  "Dependent Resident": ["Resident", "Parent", "Father", "Mother"],
} satisfies Record<(typeof applicantCategories)[number], readonly string[]>;
const genders = { male: ["M"], female: ["F"] } satisfies Record<
  (typeof applicantGenders)[number],
  readonly string[]
>;
const maritalNames = Object.fromEntries(
  maritalStatuses.map((status) => [status, []]),
) as unknown as Record<(typeof maritalStatuses)[number], readonly string[]>;

export function readPerson(row: RowReader, today: string): CheckedPerson {
  const code = row.text("caseId");
  if (code === "") row.tell("caseId", "Case ID is missing");
  const fullName = row.text("fullName", { most: MAX_NAME });
  if (fullName === "" && row.problems.length === 0)
    row.tell("fullName", applicantMessages.nameMissing);
  const category = row.read(
    "category",
    (text) => choiceOf(text, categories),
    'Unknown category "{text}"',
  );
  if (category === undefined && row.problems.length === 0)
    row.tell("category", 'Unknown category ""');
  const dateOfBirth = row.day("dateOfBirth");
  if (dateOfBirth !== undefined && (dateOfBirth < EARLIEST_DAY || dateOfBirth > today))
    row.tell("dateOfBirth", `Invalid date "${row.text("dateOfBirth").slice(0, 100)}"`);
  return {
    number: row.number,
    problems: row.problems,
    code,
    values: {
      fullName,
      category: category ?? "Dependent Child",
      gender: row.read("gender", (text) => choiceOf(text, genders), 'Unknown gender "{text}"'),
      dateOfBirth,
      nationality: row.read("nationality", nationalityOf, 'Unknown nationality "{text}"'),
      maritalStatus: row.read(
        "maritalStatus",
        (text) => choiceOf(text, maritalNames),
        'Unknown marital status "{text}"',
      ),
      residences: row.read("residences", countriesOf, 'Unknown country "{text}"'),
      passportNumber: passportNumberOf(row),
      passportExpiresOn: expiryOf(row),
    },
  };
}

/** What a list has masked says nothing. No number stands in the text of a problem: rows are sealed, problems are not. */
function passportNumberOf(row: RowReader): string | undefined {
  if (isMasked(row.text("passportNumber"))) return undefined;
  return row.read(
    "passportNumber",
    (text) => passportInput.passportNumber.safeParse(fold(text)).data ?? null,
    passportMessages.number,
  );
}

function expiryOf(row: RowReader): string | undefined {
  const day = row.day("passportExpiresOn");
  if (day === undefined || passportInput.passportExpiresOn.safeParse(day).success) return day;
  row.tell("passportExpiresOn", `Invalid date "${row.text("passportExpiresOn").slice(0, 100)}"`);
  return undefined;
}

function countriesOf(text: string): string[] | null {
  const codes = text
    .split(/[,;]/)
    .flatMap((name) => (name.trim() === "" ? [] : [countryCodeOf(name)]));
  const known = [...new Set(codes.filter((code) => code !== null))];
  return codes.includes(null) || known.length > MOST_RESIDENCES ? null : known;
}
