import { bigint, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, identity, instant } from "#server/database/columns.ts";

export const passkeys = pgTable("passkeys", {
  id: identity(),
  userId: integer().notNull(),
  credentialId: text().notNull(),
  publicKey: bytes().notNull(),
  /** How often the authenticator says it has signed; many always say 0. */
  counter: bigint({ mode: "number" }).notNull().default(0),
  transports: jsonb().$type<string[]>().notNull().default([]),
  name: text().notNull(),
  lastUsedAt: instant(),
  createdAt: createdAt(),
});
