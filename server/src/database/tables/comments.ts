import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { byteCount, createdAt, identity, updatedAt } from "#server/database/columns.ts";

export const comments = pgTable("comments", {
  id: identity(),
  caseId: integer().notNull(),
  parentId: integer(),
  userId: integer(),
  message: text().notNull(),
  attachmentFileName: text(),
  attachmentOriginalName: text(),
  attachmentFileSize: byteCount(),
  attachmentMimeType: text(),
  attachmentFilePath: text(),
  storedFileId: integer(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  /** Where it was written. */
  source: text({ enum: ["portal", "mail"] })
    .notNull()
    .default("portal"),
});

export type CommentRow = typeof comments.$inferSelect;
