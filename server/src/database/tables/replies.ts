import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant } from "#server/database/columns.ts";

export const replyOutcomes = [
  "bounce",
  "ignored_automatic",
  "ignored_no_token",
  "ignored_flood",
  "refused_token",
  "refused_sender",
  "refused_unproven",
  "refused_expired",
  "refused_role",
  "refused_case",
  "refused_rate",
  "refused_size",
  "refused_empty",
  "posted",
  "failed",
] as const;

/** What came into the mailbox, and what became of it; neither subject nor text. */
export const replies = pgTable("replies", {
  id: identity(),
  messageHash: text().notNull(),
  outcome: text({ enum: replyOutcomes }).notNull(),
  userId: integer(),
  caseId: integer(),
  commentId: integer(),
  /** Masked, as 'n***@c***.example'. */
  sender: text().notNull(),
  senderHash: text().notNull(),
  size: integer().notNull(),
  receivedAt: instant().notNull(),
});
