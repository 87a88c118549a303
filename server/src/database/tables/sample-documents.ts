import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { byteCount, identity, instant } from "#server/database/columns.ts";

export const sampleDocuments = pgTable("sample_documents", {
  id: identity(),
  name: text().notNull(),
  fileName: text().notNull(),
  originalName: text().notNull(),
  fileSize: byteCount().notNull(),
  mimeType: text().notNull(),
  category: text({ enum: ["application-forms", "stage-1", "stage-2"] }).notNull(),
  program: text({ enum: ["vanuatu", "nauru"] })
    .notNull()
    .default("vanuatu"),
  uploadedBy: integer(),
  uploadedAt: instant()
    .notNull()
    .default(sql`now()`),
  storedFileId: integer().notNull(),
});
