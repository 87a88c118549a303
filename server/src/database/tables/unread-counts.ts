import { integer, pgTable } from "drizzle-orm/pg-core";

/** Messages that somebody has not read, by case; absent means none. Triggers keep it (0018_unread_counts.sql). */
export const unreadCounts = pgTable("unread_counts", {
  userId: integer().notNull(),
  caseId: integer().notNull(),
  unread: integer().notNull(),
});
