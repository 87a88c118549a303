import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#server/database/columns.ts";

/** What a browser has to sign; goes with its session. */
export const passkeyChallenges = pgTable("passkey_challenges", {
  sessionId: text().primaryKey(),
  challenge: text().notNull(),
  expiresAt: instant().notNull(),
});
