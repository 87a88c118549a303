import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#server/database/columns.ts";

/** How often something was tried in a window of time (security.md 4.3). */
export const throttleBuckets = pgTable(
  "throttle_buckets",
  {
    key: text().notNull(),
    windowStart: instant().notNull(),
    count: integer().notNull().default(0),
    blockedUntil: instant(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);
