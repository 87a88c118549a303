import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant } from "#server/database/columns.ts";

/** Every wrong password (S-04). Rows go after 30 days. */
export const failedLoginAttempts = pgTable("failed_login_attempts", {
  id: identity(),
  ipAddress: text().notNull(),
  email: text().notNull(),
  attemptedAt: instant()
    .notNull()
    .default(sql`now()`),
  userAgent: text(),
});
