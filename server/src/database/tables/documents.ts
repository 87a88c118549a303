import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { documentCategories } from "contract/document-categories";
import { byteCount, identity, instant, updatedAt, revision } from "#server/database/columns.ts";

export const documents = pgTable("documents", {
  id: identity(),
  caseId: integer().notNull(),
  uploadedBy: integer(),
  /** The random public name, equal to stored_files.name. */
  fileName: text().notNull(),
  originalName: text().notNull(),
  fileSize: byteCount().notNull(),
  mimeType: text().notNull(),
  category: text({ enum: documentCategories }).notNull().default("uncategorized"),
  /** An applicant of the same case. */
  assignedTo: integer(),
  /** The storage key, equal to stored_files.storageKey. */
  filePath: text().notNull(),
  storageDriver: text({ enum: ["local", "s3"] }).notNull(),
  storedFileId: integer().notNull(),
  uploadedAt: instant()
    .notNull()
    .default(sql`now()`),
  isApproved: boolean().notNull().default(false),
  revision: revision(),
  updatedAt: updatedAt(),
});

export type DocumentRow = typeof documents.$inferSelect;
