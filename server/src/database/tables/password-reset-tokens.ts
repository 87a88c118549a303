import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity, instant } from "#server/database/columns.ts";

export const passwordResetTokens = pgTable("password_reset_tokens", {
  id: identity(),
  userId: integer().notNull(),
  /** SHA-256 of the token in the mail (D-163). */
  token: text().notNull(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
  isUsed: boolean().notNull().default(false),
  createdAt: createdAt(),
});
