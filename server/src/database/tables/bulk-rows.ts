import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { bulkOutcomes } from "contract/bulk-actions";
import type { CaseStatus } from "contract/case-status";

/** What was there before, so that it can come back: the status, or who has been assigned or taken away. */
export type BulkBefore = { status?: CaseStatus; people?: (number | string)[] };

export const bulkRows = pgTable("bulk_rows", {
  actionId: integer().notNull(),
  caseId: integer().notNull(),
  outcome: text({ enum: bulkOutcomes }),
  message: text(),
  before: jsonb().$type<BulkBefore>(),
  /** Of the case, as it was left behind. */
  revision: integer(),
});

export type BulkRow = typeof bulkRows.$inferSelect;
