import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity, instant } from "#server/database/columns.ts";

/** What lets somebody in who has lost every other factor; shown once. */
export const recoveryCodes = pgTable("recovery_codes", {
  id: identity(),
  userId: integer().notNull(),
  /** An argon2id hash. */
  code: text().notNull(),
  usedAt: instant(),
  createdAt: createdAt(),
});
