import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity, instant } from "#server/database/columns.ts";

export const emailChanges = pgTable("email_changes", {
  id: identity(),
  userId: integer().notNull(),
  /** The session that asked, and may stay. */
  sessionId: text().notNull(),
  newEmail: text().notNull(),
  /** SHA-256 of the token mailed to the new address (D-163). */
  confirmToken: text().notNull(),
  /** SHA-256 of the token mailed to the old one. */
  cancelToken: text().notNull(),
  expiresAt: instant().notNull(),
  /** Cancelled, or asked for again: the token of the new address is worth nothing any more. */
  closedAt: instant(),
  createdAt: createdAt(),
});

export type EmailChangeRow = typeof emailChanges.$inferSelect;
