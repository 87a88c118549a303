import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "#server/database/columns.ts";

/** The cookie holds a random token; only its SHA-256 is kept (security.md 4.7). */
export const sessions = pgTable("sessions", {
  sid: text().primaryKey(),
  sess: jsonb().$type<Record<string, unknown>>().notNull(),
  expire: instant().notNull(),
  userId: integer(),
  lastSeenAt: instant()
    .notNull()
    .default(sql`now()`),
  createdAt: createdAt(),
  /** The last time that its person proved who he is; signing in is such a proof. */
  provenAt: instant()
    .notNull()
    .default(sql`now()`),
});
