import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { reviewDecisions, reviewStates } from "contract/checklist-parts";
import { createdAt, identity, instant } from "#server/database/columns.ts";

/** What was decided about a document. A row never changes, but that it can be taken back once. */
export const documentReviews = pgTable("document_reviews", {
  id: identity(),
  documentId: integer().notNull(),
  decision: text({ enum: reviewDecisions }).notNull(),
  reasonCode: text(),
  /** What the client reads. */
  publicText: text(),
  internalNote: text(),
  reviewedBy: integer(),
  previousState: text({ enum: reviewStates }).notNull(),
  previousWaived: boolean().notNull(),
  createdAt: createdAt(),
  undoneAt: instant(),
});

export type DocumentReviewRow = typeof documentReviews.$inferSelect;
