import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#server/database/columns.ts";

/** What a browser has to sign; goes with its session. */
export const passkeyChallenges = pgTable("passkey_challenges", {
  sessionId: text().primaryKey(),
  challenge: text().notNull(),
  /** What its answer is good for: to add a passkey, or to prove who somebody is. */
  purpose: text().$type<"add" | "prove">().notNull(),
  expiresAt: instant().notNull(),
});
