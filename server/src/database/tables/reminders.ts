import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { identity, instant, plainDate } from "#server/database/columns.ts";

export type RemindedItem = { key: string; state: string; dueOn: string | null };

/** A reminder that was sent to one person. */
export const reminders = pgTable("reminders", {
  id: identity(),
  caseId: integer().notNull(),
  userId: integer(),
  /** Null: the schedule, or somebody who is gone. */
  sentBy: integer(),
  isByHand: boolean().notNull(),
  /** Within the round; null by hand. */
  number: integer(),
  items: jsonb().$type<RemindedItem[]>().notNull(),
  note: text(),
  mailId: integer(),
  sentOn: plainDate().notNull(),
  sentAt: instant().notNull(),
});
