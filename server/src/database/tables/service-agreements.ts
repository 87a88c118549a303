import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { byteCount, identity, instant } from "#server/database/columns.ts";

export const serviceAgreements = pgTable("service_agreements", {
  id: identity(),
  caseId: integer().notNull(),
  /** Null for an agreement that lives elsewhere: then fileUrl is its address. */
  fileName: text(),
  originalName: text().notNull(),
  fileSize: byteCount(),
  mimeType: text(),
  fileUrl: text().notNull(),
  uploadedAt: instant()
    .notNull()
    .default(sql`now()`),
  /** Null for the automation, and for a user who has been deleted; `source` tells which. */
  uploadedBy: integer(),
  source: text({ enum: ["user", "automation"] })
    .notNull()
    .default("automation"),
  storedFileId: integer(),
});
