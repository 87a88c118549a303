import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { importRowSheets } from "contract/import-columns";
import { type ImportRow, importRowStates } from "contract/imports";
import { bytes } from "#server/database/columns.ts";

export type ImportProblem = ImportRow["problems"][number];

/** A row of an imported file, and what became of it. */
export const importRows = pgTable(
  "import_rows",
  {
    importId: integer().notNull(),
    sheet: text({ enum: importRowSheets }).notNull(),
    /** As the spreadsheet shows it: the head is 1. */
    number: integer().notNull(),
    /** What it says, sealed. */
    raw: bytes(),
    state: text({ enum: importRowStates }).notNull(),
    problems: jsonb().$type<ImportProblem[]>().notNull().default([]),
    caseId: integer(),
    made: jsonb().$type<Record<string, unknown>>(),
    /** What was there before, sealed. */
    before: bytes(),
    /** A scan of a dropped folder, until the import is run. */
    storedFileId: integer(),
    /** Of its path and size, keyed. */
    mark: text(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.sheet, table.number] })],
);
