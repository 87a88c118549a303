/** What staff say of documents: accepted, to be sent again, put back; taken back within a minute. */
import { and, asc, eq, gte } from "drizzle-orm";
import type { CaseDocument } from "contract/documents";
import { type Review, type ReviewInput, reviewMessages, UNDO_SECONDS } from "contract/reviews";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor, SignedInActor } from "#server/core/actor.ts";
import { forbidden, notFound, notFoundWith, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import {
  documentReviews,
  type DocumentReviewRow,
} from "#server/database/tables/document-reviews.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { type AnsweredRow, answerOf } from "./document-answers.ts";
import { entryOf, recordChange } from "./documents.events.ts";
import { assertMayApprove, assertMayReview } from "./documents.policy.ts";
import {
  isVisible,
  lockCurrentDocument,
  lockDocument,
  type LockedDocument,
  updateDocument,
} from "./documents.queries.ts";
import { assertUnchangedSince } from "./review-conflict.ts";
import { decide, type Decided } from "./review-decisions.ts";
import { findReviewer, recordReviewed, reviewsOf, storeReview } from "./review-rows.ts";

type Deciding = { subject: SubjectRecord; input: ReviewInput };

export async function create(
  actor: SignedInActor,
  { subject, input }: Deciding,
): Promise<{ document: CaseDocument; review: Review }> {
  assertMayReview(actor);
  return inTransaction(async (tx) => {
    const [locked, by] = await Promise.all([
      lockCurrentDocument(tx, actor, subject),
      findReviewer(tx, actor),
    ]);
    await assertUnchangedSince(tx, locked, input.version);
    const decided = await decide(tx, locked, input);
    const { document, review } = await write(tx, actor, { locked, decided });
    return { document, review: { ...review, by } };
  });
}

/** Accepted without a question, and without a word to the automation service (D-087). */
export async function approve(actor: SignedInActor, subject: SubjectRecord): Promise<CaseDocument> {
  assertMayApprove(actor);
  return inTransaction(async (tx) => {
    const locked = await lockCurrentDocument(tx, actor, subject);
    if (locked.row.isApproved) return answerOf(locked.facts, locked.row);
    const decided: Decided = { decision: "accepted", patch: { validityWaived: false } };
    const { document } = await write(tx, actor, { locked, decided, isUntold: true });
    return document;
  });
}

/** State and waiver are as they were before; the dates stay. */
export async function undo(
  actor: SignedInActor,
  { subject, reviewId }: { subject: SubjectRecord; reviewId: number },
): Promise<CaseDocument> {
  assertMayReview(actor);
  return inTransaction(async (tx) => {
    const [{ caseFile, row, facts }, since] = await Promise.all([
      lockDocument(tx, actor, subject),
      reviewsSince(tx, { documentId: subject.id, reviewId }),
    ]);
    const review = findUndoable(actor, { row, since, reviewId });
    const { previousState, previousWaived } = review;
    const [changed] = await Promise.all([
      updateDocument(tx, row, {
        reviewState: previousState,
        isApproved: previousState === "accepted",
        validityWaived: previousWaived,
        revision: row.revision + 1,
      }),
      tx
        .update(documentReviews)
        .set({ undoneAt: runtime.clock.now().toISOString() })
        .where(eq(documentReviews.id, review.id)),
    ]);
    await recordChange(tx, actor, {
      name: "document.reviewUndone",
      caseFile,
      entries: [entryOf("update", changed, { review: "undone", reviewId })],
      rows: [changed],
      data: { documentId: row.id, category: row.category },
    });
    return answerOf(facts, changed);
  });
}

/** Of this version, newest first. */
export async function listOfDocument(
  actor: Actor,
  { id, caseId }: SubjectRecord,
): Promise<Review[]> {
  const [reviews, isThere] = await readTogether((executor) =>
    Promise.all([
      reviewsOf(executor, actor, id),
      isVisible(executor, actor, id),
      assertSeesCase(executor, actor, caseId),
    ]),
  );
  if (!isThere) throw notFound("document");
  return reviews;
}

/** With that decision itself. */
function reviewsSince(
  tx: Transaction,
  { documentId, reviewId }: { documentId: number; reviewId: number },
): Promise<DocumentReviewRow[]> {
  return tx
    .select()
    .from(documentReviews)
    .where(and(eq(documentReviews.documentId, documentId), gte(documentReviews.id, reviewId)))
    .orderBy(asc(documentReviews.id));
}

type Undoing = { row: AnsweredRow; since: readonly DocumentReviewRow[]; reviewId: number };

/** A decision of one's own, a minute old at most, of the current version, after which none stands. */
function findUndoable(actor: SignedInActor, { row, since, reviewId }: Undoing): DocumentReviewRow {
  const review = since.find(({ id }) => id === reviewId);
  if (!review) throw notFoundWith("Review not found");
  if (review.reviewedBy !== actor.id) throw forbidden(reviewMessages.notYours);
  const age = runtime.clock.now().getTime() - Date.parse(review.createdAt);
  const standing = since.findLast(({ undoneAt }) => undoneAt === null);
  if (!row.isCurrent || standing !== review || age > UNDO_SECONDS * 1000)
    throw wrongState(reviewMessages.tooLate);
  return review;
}

type Writing = { locked: LockedDocument; decided: Decided; isUntold?: boolean };

/** A row and a line for every decision, a repeated one too; each moves the version, so that two never pass for one. */
async function write(
  tx: Transaction,
  actor: SignedInActor,
  { locked: { caseFile, row, facts }, decided, isUntold = false }: Writing,
): Promise<{ document: CaseDocument; review: DocumentReviewRow }> {
  const { decision, patch, warningsIgnored: _told, ...said } = decided;
  const isApproved = decision === "accepted";
  const [changed, review] = await Promise.all([
    updateDocument(tx, row, {
      ...patch,
      reviewState: decision === "reopened" ? "waiting" : decision,
      isApproved,
      revision: row.revision + 1,
    }),
    storeReview(tx, actor, { row, decision, ...said }),
  ]);
  await recordReviewed(tx, actor, {
    caseFile,
    row: changed,
    decided,
    reviewId: review.id,
    isRepeated: isApproved && row.isApproved,
    isUntold,
  });
  return { document: answerOf(facts, changed), review };
}
