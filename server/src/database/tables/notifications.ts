import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { type DeadlinePhase, notificationKinds } from "contract/notifications";
import { identity, instant } from "#server/database/columns.ts";

/** One thing that a notification tells of: ids and codes only. */
export type ToldThing = {
  id: number;
  /** The review of a document, or the stored file of a receipt, where `id` alone is not enough. */
  review?: number;
  file?: number;
  /** The document has to be changed. */
  isChange?: true;
  /** Of which item of the checklist it is. */
  key?: string;
  /** Until when it is wanted, or was good. */
  dueOn?: string;
};

export type NotificationData = {
  /** The last twenty. */
  about: ToldThing[];
  changes?: number;
  status?: string;
  phase?: DeadlinePhase;
};

/** What somebody is told of a case; the same by the same person within an hour is one row. */
export const notifications = pgTable("notifications", {
  id: identity(),
  userId: integer().notNull(),
  caseId: integer(),
  kind: text({ enum: notificationKinds }).notNull(),
  /** Null: the portal itself. */
  actorId: integer(),
  count: integer().notNull().default(1),
  data: jsonb().$type<NotificationData>().notNull(),
  firstAt: instant().notNull(),
  lastAt: instant().notNull(),
  readAt: instant(),
  mail: text({ enum: ["none", "soon", "daily"] })
    .notNull()
    .default("none"),
  mailedAt: instant(),
  mailId: integer(),
});

export type NotificationRow = typeof notifications.$inferSelect;
