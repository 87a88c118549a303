import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity, instant, updatedAt } from "#server/database/columns.ts";

export const users = pgTable("users", {
  id: identity(),
  /** Lower-cased by the service; unique ignoring case (D-105). */
  email: text().notNull(),
  /** The argon2id hash, never a password (D-163). */
  password: text().notNull(),
  firstName: text().notNull().default(""),
  lastName: text().notNull().default(""),
  profileImageUrl: text(),
  /** The avatar behind profileImageUrl. */
  storedFileId: integer(),
  /** The folded name; null until a new one has been folded. */
  nameKey: text(),
  role: text({ enum: ["admin", "agent", "client", "accountant"] })
    .notNull()
    .default("client"),
  isAdmin: boolean().notNull().default(false),
  disabledAt: instant(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type UserRow = typeof users.$inferSelect;
