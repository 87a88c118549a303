/** A table with the heads that the portal knows, and two examples, which an import passes over when they are left in. */
import { applicantCategories } from "contract/applicants";
import { programLabels } from "contract/case-parts";
import { caseStatusTexts } from "contract/case-status";
import { maritalStatuses } from "contract/checklist-parts";
import { importColumns, type ImportSheet, importSheets } from "contract/import-columns";
import { nationalities } from "contract/nationalities";
import type { Sheet, SheetColumn } from "#server/files/sheets/sheet.ts";
import type { TableRow } from "#server/files/sheets/table.ts";
import { writeXlsxSheets } from "#server/files/sheets/write-xlsx.ts";

/** What spreadsheets need to see that a text is UTF-8. */
const MARK = "\uFEFF";
const EXAMPLE = /^EXAMPLE-[12]$/i;

const examples: Record<ImportSheet, readonly string[][]> = {
  cases: [
    ["EXAMPLE-1", "Amina Haddad Citizenship", "Vanuatu", "Lebanese", "Onboarding", "", "Ms.", "2"],
    ["EXAMPLE-2", "Omar Saleh Citizenship", "Nauru", "Jordanian", "Courier", "2026-01-15", "Mr."],
  ],
  people: [
    ["EXAMPLE-1", "Amina Haddad", "Main Applicant", "Female", "1985-04-12"],
    ["EXAMPLE-1", "Karim Haddad", "Spouse", "Male", "1983-11-02"],
  ],
};

const DAY = "A day: 2026-01-15, 15/01/2026 or 15 Jan 2026.";
const AMOUNT = "An amount in USD: 5,000.00 or 5000.";
const ADDRESSES = "Email addresses, separated by commas.";

type Help = Pick<SheetColumn, "note" | "choices">;
const countries: Help = {
  note: "A nationality, a country or its three letters: Lebanese, Lebanon, LBN.",
  choices: nationalities,
};
const helps: Readonly<Record<string, Help>> = {
  caseId: {
    note: "The same in both sheets. Letters, numbers, spaces and . _ - (at most 50 characters).",
  },
  program: { choices: Object.values(programLabels) },
  nationality: countries,
  status: {
    note: "Left empty: Onboarding.",
    choices: Object.values(caseStatusTexts).map(({ label }) => label),
  },
  statusSince: { note: DAY },
  salutation: { choices: ["Mr.", "Ms."] },
  applicants: { note: "How many people apply. Left empty: as many as stand in the sheet People." },
  fiuFee: { note: AMOUNT },
  citizenshipFee: { note: AMOUNT },
  createdOn: { note: DAY },
  submissionOn: { note: `When the papers are handed in. ${DAY}` },
  advisers: { note: `Who works on the case. ${ADDRESSES}` },
  clients: { note: `Whose case it is. ${ADDRESSES}` },
  category: { choices: applicantCategories },
  gender: { choices: ["Female", "Male"] },
  dateOfBirth: { note: DAY },
  maritalStatus: {
    choices: maritalStatuses.map((status) => status.charAt(0).toUpperCase() + status.slice(1)),
  },
  residences: { note: "Countries lived in, separated by commas: Lebanon, France." },
  passportNumber: { note: "Letters and digits. It is stored encrypted." },
  passportExpiresOn: { note: DAY },
};

export function templateOf(sheet: ImportSheet): string {
  const heads = importColumns[sheet].map(({ head }) => head);
  return MARK + [heads, ...exampleRows(sheet)].map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** Both sheets. */
export async function workbookTemplate(): Promise<Buffer> {
  return Buffer.from(await writeXlsxSheets(importSheets.map((sheet) => sheetOf(sheet))));
}

function sheetOf(sheet: ImportSheet): Sheet {
  return {
    name: sheet === "cases" ? "Cases" : "People",
    columns: importColumns[sheet].map(({ field, head, isRequired }) => {
      const { note, choices } = helps[field] ?? {};
      const words = [isRequired && "Required.", note].filter(Boolean).join(" ");
      return { head, kind: "text", ...(words && { note: words }), ...(choices && { choices }) };
    }),
    rows: exampleRows(sheet),
  };
}

function exampleRows(sheet: ImportSheet): string[][] {
  return examples[sheet].map((cells) => importColumns[sheet].map((_, at) => cells[at] ?? ""));
}

export function isExample({ cells }: TableRow, codeAt: number | undefined): boolean {
  const code = cells[codeAt ?? -1];
  return typeof code === "string" && EXAMPLE.test(code.trim());
}
