import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#server/database/columns.ts";

/** The authenticator app of a person. Both secrets are sealed: a copy of the database makes no codes. */
export const totpSecrets = pgTable("totp_secrets", {
  userId: integer().primaryKey(),
  /** Null until the app has proven itself with a first code. */
  secret: text(),
  addedAt: instant(),
  /** The newest step whose code was used; a code works once. */
  lastStep: bigint({ mode: "number" }).notNull().default(0),
  /** Waits for its first code; meanwhile the app before goes on working. */
  pendingSecret: text(),
  pendingSince: instant(),
});
