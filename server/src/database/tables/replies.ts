import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { replyOutcomes } from "contract/replies";
import { identity, instant } from "#server/database/columns.ts";

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
