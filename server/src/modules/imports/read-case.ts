/** A row of the sheet of cases. */
import { caseStatuses, type CaseStatus, caseStatusTexts } from "contract/case-status";
import { CASE_CODE_REFUSED, CaseCode, MAX_APPLICANTS } from "contract/cases";
import { MAX_MESSAGE, MAX_NAME } from "contract/fields";
import type { CaseValues } from "./case-values.ts";
import { addressesOf, type CheckedCase, type Known, programNames } from "./checked-rows.ts";
import type { RowReader } from "./row-reader.ts";
import { choiceOf, nationalityOf } from "./values.ts";

const EARLIEST_CASE = "2000-01-01";
const MOST_DAYS_AHEAD_YEARS = 5;

const statusNames = Object.fromEntries(
  caseStatuses.map((status) => {
    const { label, short } = caseStatusTexts[status];
    return [status, [label, short, status.replaceAll("_", " ")]];
  }),
) as unknown as Record<CaseStatus, readonly string[]>;
const salutations = { "Mr.": ["Mr", "M", "male"], "Ms.": ["Ms", "Mrs", "Mrs.", "F", "female"] };

export function readCase(row: RowReader, known: Known): Omit<CheckedCase, "existing"> {
  const caseId = row.text("caseId");
  if (caseId === "") tellMissing(row, "caseId", "Case ID is missing");
  else if (!CaseCode.safeParse(caseId).success)
    row.tell("caseId", caseId.length > 50 ? "Longer than 50 characters" : CASE_CODE_REFUSED);
  const title = row.text("title", { most: MAX_NAME });
  if (title === "") tellMissing(row, "title", "Title is missing");
  const advisers = peopleOf(row, "advisers", known.advisers);
  const clients = peopleOf(row, "clients", known.clients);
  const program = required(row, "program", (text) => choiceOf(text, programNames));
  const values: CaseValues = {
    caseId,
    title,
    program,
    nationality: required(row, "nationality", nationalityOf),
    status: row.read("status", (text) => choiceOf(text, statusNames), 'Unknown status "{text}"'),
    statusSince: pastDay(row, "statusSince", known.today),
    salutation: row.read(
      "salutation",
      (text) => choiceOf(text, salutations),
      'Unknown salutation "{text}"',
    ),
    applicants: row.read("applicants", countOf, 'Invalid number "{text}"'),
    fiuFee: row.cents("fiuFee"),
    citizenshipFee: row.cents("citizenshipFee"),
    createdOn: pastDay(row, "createdOn", known.today),
    description: row.text("description", { most: MAX_MESSAGE, keepLineBreaks: true }),
    submissionOn: submissionOf(row, known.today),
    advisers: advisers.known,
    clients: clients.known,
    strangers: clients.strangers,
  };
  return { number: row.number, problems: row.problems, values };
}

/** A cell that could not be read has said so already. */
function tellMissing(row: RowReader, field: string, text: string): void {
  if (row.problems.length === 0) row.tell(field, text);
}

function required<Value>(
  row: RowReader,
  field: "program" | "nationality",
  parse: (text: string) => Value | null,
): Value | undefined {
  const before = row.problems.length;
  const value = row.read(field, parse, `Unknown ${field} "{text}"`);
  if (value === undefined && row.problems.length === before) row.tell(field, `Unknown ${field} ""`);
  return value;
}

function countOf(text: string): number | null {
  const count = Number(text.normalize("NFKD"));
  return Number.isInteger(count) && count >= 1 && count <= MAX_APPLICANTS ? count : null;
}

function pastDay(row: RowReader, field: string, today: string): string | undefined {
  return within(row, field, [EARLIEST_CASE, today]);
}

function submissionOf(row: RowReader, today: string): string | undefined {
  const last = `${Number(today.slice(0, 4)) + MOST_DAYS_AHEAD_YEARS}${today.slice(4)}`;
  return within(row, "submissionOn", [EARLIEST_CASE, last]);
}

function within(row: RowReader, field: string, [first, last]: [string, string]) {
  const day = row.day(field);
  if (day === undefined || (day >= first && day <= last)) return day;
  row.tell(field, `Invalid date "${row.text(field).slice(0, 100)}"`);
  return undefined;
}

function peopleOf(row: RowReader, field: string, users: ReadonlyMap<string, number>) {
  const known: number[] = [];
  const strangers: string[] = [];
  for (const address of addressesOf(row.text(field))) {
    const id = users.get(address);
    if (id !== undefined) known.push(id);
    else {
      strangers.push(address);
      row.tell(field, `No user with the address ${address.slice(0, 254)}`, "warning");
    }
  }
  return { known, strangers };
}
