import { integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { instant } from "#server/database/columns.ts";

/** When the next mail of a case goes to a person. */
export const notificationTimers = pgTable(
  "notification_timers",
  {
    userId: integer().notNull(),
    /** 0: of no case. */
    caseId: integer().notNull(),
    dueAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.caseId] })],
);
