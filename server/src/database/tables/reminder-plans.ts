import { boolean, integer, pgTable } from "drizzle-orm/pg-core";
import { plainDate, revision } from "#server/database/columns.ts";

/** When the clients of a case are reminded. */
export const reminderPlans = pgTable("reminder_plans", {
  caseId: integer().primaryKey(),
  isOn: boolean().notNull().default(true),
  pausedUntil: plainDate(),
  resumedOn: plainDate(),
  roundStartedOn: plainDate(),
  sentInRound: integer().notNull().default(0),
  lastScheduledOn: plainDate(),
  lastSentOn: plainDate(),
  nextOn: plainDate(),
  /** Raised by what people change, not by what the schedule moves. */
  revision: revision(),
});
