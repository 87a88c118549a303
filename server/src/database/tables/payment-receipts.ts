import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { byteCount, createdAt, identity } from "#server/database/columns.ts";

/** Beside the entry in the invoice's otherFiles; both share one stored file and go together (D-157). */
export const paymentReceipts = pgTable("payment_receipts", {
  id: identity(),
  invoiceId: integer().notNull(),
  caseId: integer().notNull(),
  fileName: text().notNull(),
  originalName: text().notNull(),
  filePath: text().notNull(),
  fileSize: byteCount().notNull(),
  mimeType: text().notNull().default("application/pdf"),
  storageDriver: text({ enum: ["local", "s3"] }).notNull(),
  downloadUrl: text().notNull(),
  storedFileId: integer().notNull(),
  createdAt: createdAt(),
});
