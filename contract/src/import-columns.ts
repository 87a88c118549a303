/** The columns of a table of cases and of one of people: their heads, and what else people call them (work/finding-and-moving.md 5.2). */
import { fold } from "./fold.ts";

export const importSheets = ["cases", "people"] as const;
export type ImportSheet = (typeof importSheets)[number];
/** The rows of an archive or a folder of scans are its files. */
export const importRowSheets = [...importSheets, "files"] as const;
export const MOST_COLUMNS = 60;

export type ImportColumn = {
  readonly field: string;
  readonly head: string;
  readonly isRequired?: true;
  /** Other heads of the same column. */
  readonly synonyms: readonly string[];
};

const caseId: ImportColumn = {
  field: "caseId",
  head: "Case ID",
  isRequired: true,
  synonyms: ["Case", "Case no.", "Case number", "Ref", "Reference", "File no.", "File number"],
};
const nationality = {
  field: "nationality",
  head: "Nationality",
  synonyms: ["Citizenship", "Country"],
} as const;

export const importColumns: Readonly<Record<ImportSheet, readonly ImportColumn[]>> = {
  cases: [
    caseId,
    { field: "title", head: "Title", isRequired: true, synonyms: ["Case title", "Name"] },
    { field: "program", head: "Program", isRequired: true, synonyms: ["Programme"] },
    { ...nationality, isRequired: true },
    { field: "status", head: "Status", synonyms: ["Stage"] },
    { field: "statusSince", head: "Status since", synonyms: ["Since"] },
    { field: "salutation", head: "Salutation", synonyms: ["Mr./Ms."] },
    {
      field: "applicants",
      head: "Applicants",
      synonyms: ["Number of applicants", "No. of applicants"],
    },
    { field: "fiuFee", head: "FIU fee", synonyms: ["FIU"] },
    { field: "citizenshipFee", head: "Citizenship fee", synonyms: ["Fee"] },
    { field: "createdOn", head: "Created on", synonyms: ["Created", "Opened on", "Opened"] },
    { field: "description", head: "Description", synonyms: ["Notes", "Remarks"] },
    { field: "submissionOn", head: "Handing in on", synonyms: ["Submission", "Submission date"] },
    { field: "advisers", head: "Advisers", synonyms: ["Adviser", "Advisor", "Agents", "Agent"] },
    { field: "clients", head: "Clients", synonyms: ["Client", "Email", "E-mail"] },
  ],
  people: [
    caseId,
    { field: "fullName", head: "Full name", isRequired: true, synonyms: ["Name", "Person"] },
    {
      field: "category",
      head: "Category",
      isRequired: true,
      synonyms: ["Relation", "Relationship"],
    },
    { field: "gender", head: "Gender", synonyms: ["Sex"] },
    { field: "dateOfBirth", head: "Date of birth", synonyms: ["DOB", "Birth date", "Born"] },
    nationality,
    { field: "maritalStatus", head: "Marital status", synonyms: ["Married"] },
    {
      field: "residences",
      head: "Countries lived in",
      synonyms: ["Residences", "Countries of residence"],
    },
    { field: "passportNumber", head: "Passport number", synonyms: ["Passport", "Passport no."] },
    {
      field: "passportExpiresOn",
      head: "Passport expires on",
      synonyms: ["Passport expiry", "Passport valid until"],
    },
  ],
};

/** Field → number of the column, from 0. */
export type SheetMapping = Record<string, number>;

/** One column to one field: the head itself comes before what else it may be called. */
export function proposeMapping(sheet: ImportSheet, heads: readonly string[]): SheetMapping {
  const folded = heads.map((head) => fold(head));
  const mapping: SheetMapping = {};
  const used = new Set<number>();
  const take = (field: string, names: readonly string[]) => {
    if (field in mapping) return;
    const wanted = new Set(names.map((name) => fold(name)));
    const at = folded.findIndex((head, index) => !used.has(index) && wanted.has(head));
    if (at < 0) return;
    mapping[field] = at;
    used.add(at);
  };
  for (const { field, head } of importColumns[sheet]) take(field, [head]);
  for (const { field, synonyms } of importColumns[sheet]) take(field, synonyms);
  return mapping;
}

/** Required columns that no column of the file is given to. */
export function missingColumns(sheet: ImportSheet, mapping: SheetMapping): string[] {
  return importColumns[sheet]
    .filter(({ field, isRequired }) => isRequired && !(field in mapping))
    .map(({ head }) => head);
}

/** A table whose heads give a full name and no title holds people. */
export function sheetOf(heads: readonly string[]): ImportSheet {
  const folded = new Set(heads.map((head) => fold(head)));
  return folded.has(fold("Full name")) && !folded.has(fold("Title")) ? "people" : "cases";
}
