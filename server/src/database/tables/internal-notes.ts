import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity } from "#server/database/columns.ts";

export const internalNotes = pgTable("internal_notes", {
  id: identity(),
  caseId: integer().notNull(),
  userId: integer(),
  message: text().notNull(),
  createdAt: createdAt(),
});
