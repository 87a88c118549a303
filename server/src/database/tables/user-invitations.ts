import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant } from "#server/database/columns.ts";

export const userInvitations = pgTable("user_invitations", {
  id: identity(),
  email: text().notNull(),
  /** SHA-256 of the token in the mail (D-163). */
  token: text().notNull(),
  firstName: text(),
  lastName: text(),
  /** The folded name; null until a new one has been folded. */
  nameKey: text(),
  role: text({ enum: ["admin", "agent", "client", "accountant"] })
    .notNull()
    .default("client"),
  isAdmin: boolean().notNull().default(false),
  invitedBy: integer(),
  invitedAt: instant()
    .notNull()
    .default(sql`now()`),
  expiresAt: instant().notNull(),
  usedAt: instant(),
  isUsed: boolean().notNull().default(false),
  /** Who has registered with it. */
  userId: integer(),
});

export type InvitationRow = typeof userInvitations.$inferSelect;
