import { integer, pgTable, text } from "drizzle-orm/pg-core";
import type { Scope } from "contract/scopes";
import { createdAt, identity, instant } from "#server/database/columns.ts";

/** Personal tokens of programs; only their digests. */
export const tokens = pgTable("tokens", {
  id: identity(),
  userId: integer().notNull(),
  name: text().notNull(),
  digest: text().notNull(),
  /** The last four characters. */
  hint: text().notNull(),
  scopes: text().array().$type<Scope[]>().notNull(),
  createdAt: createdAt(),
  expiresAt: instant().notNull(),
  lastUsedAt: instant(),
  lastUsedNetwork: text(),
  /** When the owner was told that it ends soon. */
  warnedAt: instant(),
  revokedAt: instant(),
  revokedBy: integer(),
});

export type TokenRow = typeof tokens.$inferSelect;
