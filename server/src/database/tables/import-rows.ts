import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes } from "#server/database/columns.ts";

export type ImportProblem = { column: string | null; text: string; level: "problem" | "warning" };

/** A row of an imported file, and what became of it. */
export const importRows = pgTable(
  "import_rows",
  {
    importId: integer().notNull(),
    sheet: text({ enum: ["cases", "people", "files"] }).notNull(),
    /** As the spreadsheet shows it: the head is 1. */
    number: integer().notNull(),
    /** What it says, sealed. */
    raw: bytes(),
    state: text({
      enum: [
        "ready",
        "warned",
        "blocked",
        "created",
        "updated",
        "unchanged",
        "skipped",
        "failed",
        "removed",
        "restored",
        "kept",
      ],
    }).notNull(),
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
