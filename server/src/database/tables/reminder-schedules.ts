import { boolean, integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { revision, updatedAt } from "#server/database/columns.ts";

export type Holiday = { day: string; name: string };

/** One row: how the bureau chases what is missing. */
export const reminderSchedules = pgTable("reminder_schedules", {
  id: integer().primaryKey().default(1),
  isOn: boolean().notNull().default(false),
  /** Days of a round, rising. */
  firstDays: integer().array().notNull().default([3, 7, 14]),
  everyDays: integer().notNull().default(7),
  most: integer().notNull().default(8),
  hour: integer().notNull().default(9),
  /** Monday is 1. */
  workingDays: integer().array().notNull().default([1, 2, 3, 4, 5]),
  holidays: jsonb().$type<Holiday[]>().notNull().default([]),
  overdueDays: integer().notNull().default(14),
  revision: revision(),
  updatedAt: updatedAt(),
});
