import { bigint, integer, pgTable, varchar } from "drizzle-orm/pg-core";
import { caseStatuses } from "contract/case-status";
import { identity, instant } from "#server/database/columns.ts";

/** Each row closes the stay in fromStatus (D-146). Codes are up to 36 characters long, so 30 would not hold them (D-035). */
export const caseStatusHistory = pgTable("case_status_history", {
  id: identity(),
  caseId: integer().notNull(),
  fromStatus: varchar({ length: 64, enum: caseStatuses }).notNull(),
  toStatus: varchar({ length: 64, enum: caseStatuses }).notNull(),
  startedAt: instant().notNull(),
  endedAt: instant().notNull(),
  durationMs: bigint({ mode: "number" }).notNull(),
  changedBy: integer(),
});
