import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity } from "#server/database/columns.ts";

/** The answer to a request that may be sent twice (security.md 6.3). */
export const idempotencyKeys = pgTable("idempotency_keys", {
  id: identity(),
  /** The user, or the automation key, that sent it. */
  scope: text().notNull(),
  route: text().notNull(),
  key: text().notNull(),
  bodyHash: text().notNull(),
  status: integer(),
  answer: jsonb().$type<unknown>(),
  createdAt: createdAt(),
});
