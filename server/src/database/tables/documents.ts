import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { reviewStates } from "contract/checklist-parts";
import { documentCategories } from "contract/document-categories";
import {
  byteCount,
  identity,
  instant,
  plainDate,
  updatedAt,
  revision,
} from "#server/database/columns.ts";

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
  /** The database holds isApproved to it. */
  reviewState: text({ enum: reviewStates }).notNull().default("waiting"),
  issuedOn: plainDate(),
  expiresOn: plainDate(),
  /** ISO 3166-1 alpha-3: of which country a certificate is. */
  country: text(),
  /** Counts although its dates say otherwise: said by whoever accepted it. */
  validityWaived: boolean().notNull().default(false),
  /** The paper asked for by hand that it was uploaded to. */
  extraItemId: integer(),
  /** The version before this one. */
  replaces: integer(),
  /** False: a later version stands in its place. */
  isCurrent: boolean().notNull().default(true),
  revision: revision(),
  updatedAt: updatedAt(),
});

export type DocumentRow = typeof documents.$inferSelect;
