import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { viewScreens, type ViewQuery } from "contract/view-queries";
import { createdAt, identity, revision, updatedAt } from "#server/database/columns.ts";

/** A saved list. Whoever owned a shared one may be gone. */
export const views = pgTable("views", {
  id: identity(),
  ownerId: integer(),
  screen: text({ enum: viewScreens }).notNull(),
  name: text().notNull(),
  query: jsonb().$type<ViewQuery>().notNull(),
  shared: boolean().notNull().default(false),
  position: integer().notNull().default(0),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type ViewRow = typeof views.$inferSelect;
