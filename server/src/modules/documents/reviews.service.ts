/** What staff say of documents: accepted, to be sent again, put back; taken back within a minute. */
import { and, eq, gt, isNull } from "drizzle-orm";
import type { CaseDocument } from "contract/documents";
import { type Review, type ReviewInput, reviewMessages, UNDO_SECONDS } from "contract/reviews";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor, SignedInActor } from "#server/core/actor.ts";
import { forbidden, notFound, notFoundWith, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { documentReviews, type DocumentReviewRow } from "#server/database/tables/document-reviews.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { type AnsweredRow, answerOf } from "./document-answers.ts";
import { entryOf, recordChange } from "./documents.events.ts";
import { assertMayApprove, assertMayReview } from "./documents.policy.ts";
import {
  countVisible,
  lockCurrentDocument,
  lockDocument,
  type LockedDocument,
  updateDocument,
} from "./documents.queries.ts";
import { assertUnchangedSince } from "./review-conflict.ts";
import { decide, type Decided } from "./review-decisions.ts";
import { recordReviewed, reviewsOf, selectReviews, storeReview } from "./review-rows.ts";

type Deciding = { subject: SubjectRecord; input: ReviewInput };

export async function create(
  actor: SignedInActor,
  { subject, input }: Deciding,
): Promise<{ document: CaseDocument; review: Review }> {
  assertMayReview(actor);
  return inTransaction(async (tx) => {
    const locked = await lockCurrentDocument(tx, actor, subject);
    await assertUnchangedSince(tx, locked, input.version);
    const decided = await decide(tx, locked, input);
    const { document, reviewId } = await write(tx, actor, { locked, decided });
    const [review] = await selectReviews(tx, eq(documentReviews.id, reviewId));
    if (!review) throw notFoundWith(NO_REVIEW);
    return { document, review };
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
    const { caseFile, row, facts } = await lockDocument(tx, actor, subject);
    const review = await findUndoable(tx, actor, { row, reviewId });
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
export async function listOfDocument(actor: Actor, { id, caseId }: SubjectRecord): Promise<Review[]> {
  const [reviews, isThere] = await readTogether((executor) =>
    Promise.all([
      reviewsOf(executor, actor, id),
      countVisible(executor, actor, id),
      assertSeesCase(executor, actor, caseId),
    ]),
  );
  if (isThere === 0) throw notFound("document");
  return reviews;
}

const NO_REVIEW = "Review not found";

/** A decision of one's own, a minute old at most, of the current version, after which none stands. */
async function findUndoable(
  tx: Transaction,
  actor: SignedInActor,
  { row, reviewId }: { row: AnsweredRow; reviewId: number },
): Promise<DocumentReviewRow> {
  const ofDocument = eq(documentReviews.documentId, row.id);
  const [[review], later] = await Promise.all([
    tx
      .select()
      .from(documentReviews)
      .where(and(ofDocument, eq(documentReviews.id, reviewId))),
    tx.$count(
      documentReviews,
      and(ofDocument, gt(documentReviews.id, reviewId), isNull(documentReviews.undoneAt)),
    ),
  ]);
  if (!review) throw notFoundWith(NO_REVIEW);
  if (review.reviewedBy !== actor.id) throw forbidden(reviewMessages.notYours);
  const age = runtime.clock.now().getTime() - Date.parse(review.createdAt);
  const isOpen = row.isCurrent && review.undoneAt === null && later === 0;
  if (!isOpen || age > UNDO_SECONDS * 1000) throw wrongState(reviewMessages.tooLate);
  return review;
}

type Writing = { locked: LockedDocument; decided: Decided; isUntold?: boolean };

/** A row and a line for every decision, a repeated one too; each moves the version, so that two never pass for one. */
async function write(
  tx: Transaction,
  actor: SignedInActor,
  { locked: { caseFile, row, facts }, decided, isUntold = false }: Writing,
): Promise<{ document: CaseDocument; reviewId: number }> {
  const { decision, patch, ...said } = decided;
  const isApproved = decision === "accepted";
  const [changed, reviewId] = await Promise.all([
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
    reviewId,
    isRepeated: isApproved && row.isApproved,
    isUntold,
  });
  return { document: answerOf(facts, changed), reviewId };
}
