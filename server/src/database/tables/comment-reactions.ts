import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity } from "#server/database/columns.ts";

/** One per person, comment and emoji: reacting again takes it back (D-136). */
export const commentReactions = pgTable("comment_reactions", {
  id: identity(),
  commentId: integer().notNull(),
  userId: integer().notNull(),
  emoji: text().notNull(),
  createdAt: createdAt(),
});
