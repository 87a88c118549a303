/** What was decided about documents, as it is stored and as it is told. */
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Person, ReviewDecision } from "contract/checklist-parts";
import type { Review } from "contract/reviews";
import {
  type Actor,
  type AuditableActor,
  isAdmin,
  isStaff,
  type SignedInActor,
  userIdOf,
} from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import {
  documentReviews,
  type DocumentReviewRow,
} from "#server/database/tables/document-reviews.ts";
import type { DocumentRow } from "#server/database/tables/documents.ts";
import { users } from "#server/database/tables/users.ts";
import type { AuditEntry } from "#server/events/domain-event.ts";
import { entryOf, recordChange, withoutSubject } from "./documents.events.ts";

/** What the document is until somebody decides about it anew. */
export const waiting = {
  reviewState: "waiting",
  isApproved: false,
  validityWaived: false,
} as const satisfies Partial<DocumentRow>;

type Decided = {
  /** As it was before. */
  row: Pick<DocumentRow, "id" | "reviewState" | "validityWaived">;
  decision: ReviewDecision;
  reasonCode?: string | null;
  publicText?: string | null;
  internalNote?: string | null;
};

export async function storeReview(
  tx: Transaction,
  actor: AuditableActor,
  { row, ...said }: Decided,
): Promise<DocumentReviewRow> {
  const [review] = await tx
    .insert(documentReviews)
    .values({
      ...said,
      documentId: row.id,
      previousState: row.reviewState,
      previousWaived: row.validityWaived,
      reviewedBy: userIdOf(actor),
      createdAt: runtime.clock.now().toISOString(),
    })
    .returning();
  if (!review) throw new Error("The decision was not stored");
  return review;
}

/** Of what somebody who is no reviewer files anew, nobody has said yet that it is right; another name says nothing. */
export function isReopenedBy(
  actor: SignedInActor,
  row: DocumentRow,
  fields: readonly string[],
): boolean {
  if (isStaff(actor) || row.reviewState === "waiting") return false;
  return fields.some((field) => field !== "originalName");
}

type Reviewed = {
  caseFile: CaseRow;
  /** As it is now. */
  row: DocumentRow;
  decided: Pick<Decided, "decision" | "reasonCode"> & { warningsIgnored?: readonly string[] };
  reviewId: number;
  /** Accepted although it was: no news to anybody. */
  isRepeated?: boolean;
  /** Nothing is said to the automation service. */
  isUntold?: boolean;
};

export async function recordReviewed(
  tx: Transaction,
  actor: AuditableActor,
  { caseFile, row, decided, reviewId, ...how }: Reviewed,
): Promise<void> {
  const { decision, reasonCode = null } = decided;
  const { id: documentId, category } = row;
  await recordChange(tx, actor, {
    name: how.isRepeated ? "document.updated" : "document.reviewed",
    caseFile,
    entries: [entryOf("update", row, { ...metadataOf(decided, row), reviewId })],
    rows: [row],
    ...(!how.isUntold && {
      data: { event: "document_reviewed", documentId, category, decision, reasonCode },
    }),
  });
}

/** No text: what is said of a document stays with it. */
function metadataOf(
  { decision, reasonCode, warningsIgnored = [] }: Reviewed["decided"],
  { validityWaived }: DocumentRow,
): Record<string, unknown> {
  if (decision === "reopened") return { review: decision };
  if (decision === "accepted") {
    const ignored = warningsIgnored.length > 0 ? { warningsIgnored } : {};
    return { isApproved: true, review: decision, validityWaived, ...ignored };
  }
  return { isApproved: false, review: decision, reasonCode };
}

export function reopenedEntry(row: DocumentRow, reviewId: number): AuditEntry {
  return withoutSubject(entryOf("update", row, { review: "reopened", reviewId }));
}

const personColumns = {
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  isAdmin: users.isAdmin,
};

/** Who is about to decide, as his decision will name him. */
export async function findReviewer(executor: Executor, { id }: SignedInActor): Promise<Person> {
  const [person] = await executor.select(personColumns).from(users).where(eq(users.id, id));
  return person ? personOf(person) : null;
}

/** Newest first. */
export async function selectReviews(executor: Executor, which: SQL): Promise<Review[]> {
  const rows = await executor
    .select({
      review: documentReviews,
      person: personColumns,
    })
    .from(documentReviews)
    .leftJoin(users, eq(users.id, documentReviews.reviewedBy))
    .where(which)
    .orderBy(desc(documentReviews.id));
  return rows.map(({ review, person }) => {
    const { reviewedBy: _by, previousWaived: _waived, ...told } = review;
    return { ...told, by: person && personOf(person) };
  });
}

type Account = {
  firstName: string;
  lastName: string;
  role: SignedInActor["role"];
  isAdmin: boolean;
};

function personOf({ firstName, lastName, ...account }: Account) {
  return { firstName, lastName, role: isAdmin(account) ? ("admin" as const) : account.role };
}

/** All of a document for staff; others learn neither what was taken back nor what the bureau notes for itself. */
export async function reviewsOf(
  executor: Executor,
  actor: Actor,
  documentId: number,
): Promise<Review[]> {
  const ofDocument = eq(documentReviews.documentId, documentId);
  if (isStaff(actor)) return selectReviews(executor, ofDocument);
  const standing = and(ofDocument, isNull(documentReviews.undoneAt)) ?? ofDocument;
  const reviews = await selectReviews(executor, standing);
  return reviews.map((review) => ({ ...review, internalNote: null, reasonCode: null }));
}
