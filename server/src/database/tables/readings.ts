import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, identity, instant } from "#server/database/columns.ts";

export type FieldVerdict = { verdict: "taken" | "set_aside"; by: number; at: string };
export type IgnoredWarning = { code: string; by: number; at: string };

/** What was read from a passport; its values are sealed in the lines alone. */
export const readings = pgTable("readings", {
  id: identity(),
  caseId: integer().notNull(),
  documentId: integer().notNull(),
  state: text({
    enum: ["queued", "running", "read", "partial", "unreadable", "failed", "cleared"],
  }).notNull(),
  problem: text({
    enum: ["locked", "damaged", "too_large", "word", "no_lines", "not_td3", "timeout", "crashed"],
  }),
  page: integer(),
  rotation: integer(),
  /** One of + and - each: number, birth, expiry, personal, composite. */
  digits: text(),
  /** In thousandths. */
  likeness: integer(),
  namesAgreed: boolean(),
  /** Encrypted under the key of the case, bound to the row. */
  sealedLines: bytes(),
  verdicts: jsonb().$type<Record<string, FieldVerdict>>().notNull().default({}),
  /** What was replaced, for as long as it can be taken back. */
  sealedFormer: bytes(),
  formerUntil: instant(),
  warningsIgnored: jsonb().$type<IgnoredWarning[]>().notNull().default([]),
  engine: text(),
  createdAt: createdAt(),
  readAt: instant(),
  clearedAt: instant(),
});

export type ReadingRow = typeof readings.$inferSelect;
