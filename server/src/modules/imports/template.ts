/** A table with the heads that the portal knows, and two examples, which an import passes over when they are left in. */
import { importColumns, type ImportSheet } from "contract/import-columns";
import type { TableRow } from "#server/files/sheets/table.ts";

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

export function templateOf(sheet: ImportSheet): string {
  const heads = importColumns[sheet].map(({ head }) => head);
  const rows = examples[sheet].map((cells) => heads.map((_, at) => cells[at] ?? ""));
  return MARK + [heads, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}

export function isExample({ cells }: TableRow, codeAt: number | undefined): boolean {
  const code = cells[codeAt ?? -1];
  return typeof code === "string" && EXAMPLE.test(code.trim());
}
