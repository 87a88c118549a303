import { runtime } from "#server/core/runtime.ts";
import {
  documentReviews,
  type DocumentReviewRow,
} from "#server/database/tables/document-reviews.ts";

type ReviewInput = Partial<typeof documentReviews.$inferInsert> & { documentId: number };

/** A request for changes of a document that waited, made now; the document itself stays as it is. */
export async function buildReview(input: ReviewInput): Promise<DocumentReviewRow> {
  const [row] = await runtime.database
    .insert(documentReviews)
    .values({
      decision: "changes_requested",
      reasonCode: "incomplete",
      publicText: "Some pages are missing. Please send all pages in one file.",
      previousState: "waiting",
      previousWaived: false,
      createdAt: runtime.clock.now().toISOString(),
      ...input,
    })
    .returning();
  if (!row) throw new Error("The review was not inserted");
  return row;
}
