import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { importKinds, importStates } from "contract/imports";
import { bytes, createdAt, identity, instant, revision } from "#server/database/columns.ts";

/** A file of cases and people, or of scans, that is being brought in. */
export const imports = pgTable("imports", {
  id: identity(),
  kind: text({ enum: importKinds }).notNull(),
  state: text({ enum: importStates }).notNull(),
  name: text().notNull(),
  storedFileId: integer(),
  /** Of two tables in two files. */
  secondFileId: integer(),
  /** Heads with three samples each, sealed. */
  columns: bytes(),
  mapping: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  counts: jsonb().$type<Record<string, number>>().notNull().default({}),
  position: integer().notNull().default(0),
  reason: text(),
  createdBy: integer(),
  createdAt: createdAt(),
  startedAt: instant(),
  finishedAt: instant(),
  undoUntil: instant(),
  revision: revision(),
});

export type ImportRecord = typeof imports.$inferSelect;
