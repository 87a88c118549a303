/** What was decided about the documents of a case; an accepted one of which nothing is told was accepted the day after it came. */
import { documentGroupOf } from "contract/document-categories";
import { fillReason, isReviewReason } from "contract/review-reasons";
import { runtime } from "#server/core/runtime.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import type { DocumentRow } from "#server/database/tables/documents.ts";
import { personIn } from "./demo-accounts.ts";
import type { DemoCase, DemoDocument } from "./demo-bureau.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { daysAfter } from "./demo-events.ts";
import { agentOf, rulesOf } from "./fill-checklist.ts";

type Decision = "accepted" | "changes_requested";
type Told = { decision: Decision; reasonCode: string | null; by: string | null; createdAt: string };

/** Null while it waits. */
export function decisionOn({ checklist }: DemoCase, document: DemoDocument): Told | null {
  const told = checklist?.reviews.find((review) => review.document === document.originalName);
  if (told) {
    const { decision, reasonCode = null, by, on } = told;
    return { decision, reasonCode, by, createdAt: `${on}T11:20:00+04:00` };
  }
  if (!document.isApproved) return null;
  const createdAt = daysAfter(document.uploadedAt, 1);
  return { decision: "accepted", reasonCode: null, by: null, createdAt };
}

export async function writeReview(
  filling: DemoCaseContext,
  row: DocumentRow,
  { decision, reasonCode, by, createdAt }: Told,
): Promise<void> {
  const reviewedBy = by === null ? agentOf(filling) : personIn(filling.people, by).id;
  const [review] = await runtime.database
    .insert(documentReviews)
    .values({
      documentId: row.id,
      decision,
      reasonCode,
      publicText: reasonCode === null ? null : await textOf(filling, row, reasonCode),
      reviewedBy,
      previousState: "waiting",
      previousWaived: false,
      createdAt,
    })
    .returning({ id: documentReviews.id });
  filling.activity.add({
    action: "update",
    actorId: reviewedBy,
    documentName: row.originalName,
    stage: documentGroupOf(row.category),
    metadata: {
      ...(decision === "accepted"
        ? { isApproved: true, review: decision, validityWaived: false }
        : { isApproved: false, review: decision, reasonCode }),
      reviewId: review?.id,
    },
    createdAt,
  });
}

/** What the client reads, as the portal fills it in. */
async function textOf(
  filling: DemoCaseContext,
  row: DocumentRow,
  reasonCode: string,
): Promise<string> {
  if (!isReviewReason(reasonCode)) throw new Error(`${reasonCode} is no reason`);
  const rule = (await rulesOf(filling)).find(({ category }) => category === row.category);
  const person = [...filling.applicants.values()].find(({ id }) => id === row.assignedTo);
  const days = rule?.validityDays ?? null;
  return fillReason(reasonCode, {
    label: rule?.label ?? null,
    person: person?.fullName ?? null,
    days,
    day: days === null ? null : (filling.demoCase.checklist?.submissionOn ?? null),
    country: null,
  });
}
