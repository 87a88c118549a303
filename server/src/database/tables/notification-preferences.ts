import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { notificationKinds } from "contract/notifications";

/** Which mails somebody wants, where that differs from the default of the role. */
export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    userId: integer().notNull(),
    kind: text({ enum: notificationKinds }).notNull(),
    mail: text({ enum: ["soon", "daily", "never"] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);
