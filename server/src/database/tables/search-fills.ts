import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";

/** How far the records of a kind that were there before the search have been taken into it. */
export const searchFills = pgTable("search_fills", {
  kind: text().primaryKey(),
  /** The last record that was. */
  filledTo: integer().notNull().default(0),
  filled: integer().notNull().default(0),
  total: integer().notNull(),
  isDone: boolean().notNull().default(false),
});
