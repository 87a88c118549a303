import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, createdAt } from "#server/database/columns.ts";

/** One link per event, each sealing the one before it; written by triggers and never changed (security.md 5.7). */
export const auditChain = pgTable("audit_chain", {
  seq: bigint({ mode: "number" }).primaryKey(),
  source: text({ enum: ["case_events", "security_events"] }).notNull(),
  rowId: integer().notNull(),
  caseId: integer(),
  actorId: integer(),
  rowHash: bytes().notNull(),
  erases: bigint({ mode: "number" }),
  hash: bytes().notNull(),
  createdAt: createdAt(),
});
