import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { plainDate } from "#server/database/columns.ts";

/** What was told of a due date, so that it is told once. */
export const deadlineNotices = pgTable(
  "deadline_notices",
  {
    caseId: integer().notNull(),
    phase: text({ enum: ["near_7", "near_1", "overdue", "expired", "last_reminder"] }).notNull(),
    /** Empty for the last reminder. */
    itemKey: text().notNull(),
    day: plainDate().notNull(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.phase, table.itemKey, table.day] })],
);
