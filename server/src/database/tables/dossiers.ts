import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { byteCount, identity, instant, plainDate, revision } from "#server/database/columns.ts";

/** A bundle of papers that is handed to an authority. */
export const dossiers = pgTable("dossiers", {
  id: identity(),
  caseId: integer().notNull(),
  /** Within the case; never used again. */
  number: integer().notNull(),
  kind: text({ enum: ["fiu", "citizenship", "passport", "answer"] }).notNull(),
  program: text({ enum: ["vanuatu", "nauru"] }).notNull(),
  title: text().notNull(),
  addressee: text().notNull(),
  options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** Why papers are left out. */
  reason: text(),
  holdsGovernment: boolean().notNull().default(false),
  state: text({
    enum: ["queued", "running", "built", "failed", "cancelled", "removed"],
  }).notNull(),
  problem: text(),
  step: text(),
  donePages: integer().notNull().default(0),
  totalPages: integer().notNull().default(0),
  pages: integer(),
  bytes: byteCount(),
  parts: integer(),
  differenceFrom: integer(),
  /** Numbers of documents and keys of items, as they were chosen. */
  chosen: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  builtBy: integer(),
  requestedAt: instant()
    .notNull()
    .default(sql`now()`),
  builtAt: instant(),
  handedInOn: plainDate(),
  authorityReference: text(),
  removedAt: instant(),
  removedBy: integer(),
  removedReason: text(),
  revision: revision(),
});

export type DossierRow = typeof dossiers.$inferSelect;
