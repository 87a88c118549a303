import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity } from "#server/database/columns.ts";

/** What happened to accounts and settings rather than to a case. */
export const securityEvents = pgTable("security_events", {
  id: identity(),
  /** The number stays when the account is gone (D-187). */
  userId: integer(),
  kind: text().notNull(),
  ipAddress: text(),
  userAgent: text(),
  metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  createdAt: createdAt(),
});
