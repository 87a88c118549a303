import { integer, pgTable } from "drizzle-orm/pg-core";

/** Admins whose unread messages are being counted, case by case. */
export const staleUnread = pgTable("stale_unread", {
  userId: integer().primaryKey(),
  afterCase: integer().notNull().default(0),
});
