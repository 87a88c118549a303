import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { identity, instant } from "#server/database/columns.ts";

export const commentReadStatus = pgTable("comment_read_status", {
  id: identity(),
  commentId: integer().notNull(),
  userId: integer().notNull(),
  readAt: instant()
    .notNull()
    .default(sql`now()`),
});
