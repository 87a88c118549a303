import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { plainDate, updatedAt } from "#server/database/columns.ts";

/** What lists tell of the checklist of a case: written by a job after each change, never read for the checklist itself. */
export const caseReadiness = pgTable("case_readiness", {
  caseId: integer().primaryKey(),
  total: integer().notNull(),
  done: integer().notNull(),
  percent: integer(),
  missing: integer().notNull(),
  waiting: integer().notNull(),
  changesRequested: integer().notNull(),
  expired: integer().notNull(),
  expiring: integer().notNull(),
  undecided: integer().notNull(),
  waitingFiles: integer().notNull(),
  unsortedFiles: integer().notNull(),
  overdue: integer().notNull(),
  nextDueOn: plainDate(),
  worstValidity: text({ enum: ["ok", "expiring", "expired"] }),
  earliestValidUntil: plainDate(),
  /** What the client has still to send, and how much of it is overdue. */
  clientOpen: integer().notNull(),
  clientOverdue: integer().notNull(),
  derivedOn: plainDate().notNull(),
  updatedAt: updatedAt(),
});

export type CaseReadinessRow = typeof caseReadiness.$inferSelect;
