import { customType, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#server/database/columns.ts";

/** Lexemes of our own making: no dictionary of the database takes part. */
const words = customType<{ data: string; driverData: string }>({ dataType: () => "tsvector" });

/** What a record is found by; `words` of null have to be written anew. */
export const searchEntries = pgTable("search_entries", {
  kind: text().notNull(),
  recordId: integer().notNull(),
  caseId: integer(),
  words: words(),
  /** Newer records stand first. */
  at: instant(),
});
