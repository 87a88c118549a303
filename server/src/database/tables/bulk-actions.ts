import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { type BulkInput, bulkStates } from "contract/bulk-actions";
import { createdAt, identity } from "#server/database/columns.ts";

/** The same done to many cases. */
export const bulkActions = pgTable("bulk_actions", {
  id: identity(),
  actorId: integer().notNull(),
  action: text({ enum: ["status", "assign", "unassign", "remind", "undo"] }).notNull(),
  input: jsonb().$type<Omit<BulkInput, "ids">>().notNull(),
  state: text({ enum: bulkStates }).notNull().default("waiting"),
  undoes: integer(),
  /** The personal token it was begun with. */
  tokenId: integer(),
  createdAt: createdAt(),
});

export type BulkActionRow = typeof bulkActions.$inferSelect;
