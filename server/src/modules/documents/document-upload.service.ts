/** How documents come in: new ones, those for a paper that was asked for, and new versions. */
import { and, eq, isNotNull } from "drizzle-orm";
import type * as z from "zod/mini";
import { prefixedName } from "contract/applicants";
import type { CaseDocument, UploadDocumentsInput } from "contract/documents";
import { uploadRules } from "contract/files";
import { reviewMessages } from "contract/reviews";
import { isStaff, type SignedInActor } from "#server/core/actor.ts";
import { badField, badRequest, notFound, notFoundWith, wrongState } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { Quiet } from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import { storageColumns } from "#server/files/file-columns.ts";
import { keepFiles, type ReceivedFile } from "#server/files/stored.ts";
import { lockCase, touchCase } from "#server/modules/cases/case-lock.ts";
import { assertRoomInCase } from "./case-quota.ts";
import {
  type AnsweredRow,
  answeredColumns,
  answersOf,
  type CaseFacts,
  factsOfCase,
} from "./document-answers.ts";
import { assertKnownCountry, type Dates, datesAfter } from "./document-dates.ts";
import { entryOf, seenByOf } from "./documents.events.ts";
import { assertMayUse, mayUseCategory, visibleDocuments } from "./documents.policy.ts";
import { assertApplicantOf } from "./documents.service.ts";
import { assertAcceptable } from "./review-decisions.ts";
import { recordReviewed, storeReview } from "./review-rows.ts";

type Form = z.output<typeof UploadDocumentsInput>;
type Upload = {
  caseId: number;
  form: Form;
  files: readonly ReceivedFile[];
  /** What the lines of the activity say besides: an import. */
  because?: Record<string, unknown>;
  quiet?: Quiet;
};
/** What all documents of an upload have in common. */
type Place = Pick<DocumentRow, "category" | "assignedTo" | "country" | "extraItemId">;
type Filing = Upload & { place: Place; replaced: AnsweredRow | null; facts: CaseFacts };

/** All files of a request or none (S-27); one event per file, one domain event for them all (S-26). */
export async function upload(actor: SignedInActor, input: Upload): Promise<CaseDocument[]> {
  assertForm(actor, input);
  return inTransaction((tx) => uploadIn(tx, actor, input));
}

export async function uploadIn(
  tx: Transaction,
  actor: SignedInActor,
  input: Upload,
): Promise<CaseDocument[]> {
  const { caseId, form, files, because, quiet } = input;
  const [caseFile, facts, replaced, extra] = await Promise.all([
    lockCase(tx, actor, caseId),
    factsOfCase(tx, caseId),
    findReplaced(tx, actor, input),
    findExtraItem(tx, actor, input),
    assertRoomInCase(tx, caseId, files),
  ]);
  if (!facts) throw notFound("case");
  const place = placeOf({ form, replaced, extra });
  assertMayUse(actor, place.category);
  if (place.assignedTo !== null) assertApplicantOf(facts, place.assignedTo);
  if (form.accepted) assertAcceptable(facts, { ...unread, ...place, ...datesOf(form) }, form);
  const rows = await insertDocuments(tx, actor, { ...input, place, replaced, facts });
  await touchCase(tx, caseId);
  const { category } = place;
  const replaces = replaced && { replaces: replaced.id };
  await record(tx, actor, {
    name: "document.uploaded",
    case: caseFile,
    entries: rows.map((row) =>
      entryOf("upload", row, { documentId: row.id, category, ...replaces, ...because }),
    ),
    seenBy: seenByOf(rows),
    data: { documentIds: rows.map((row) => row.id), category, ...replaces },
    quiet,
  });
  if (form.accepted) await recordAccepted(tx, actor, { caseFile, rows });
  return answersOf(facts, rows);
}

/** What a document is before it is stored. */
const unread = {
  id: 0,
  originalName: "",
  mimeType: "",
  uploadedAt: "",
  reviewState: "waiting",
  validityWaived: false,
  isCurrent: true,
  revision: 1,
  earlierCount: 0,
} as const;

/** What needs no look at the case. */
const undated: Dates = { issuedOn: null, expiresOn: null };

function assertForm(actor: SignedInActor, { form, files }: Upload): void {
  if (files.length === 0) throw badRequest(uploadRules.caseDocument.missing);
  if (form.replaces !== undefined && files.length > 1)
    throw badField("replaces", reviewMessages.oneFile);
  if (form.accepted && !isStaff(actor)) throw badField("accepted", reviewMessages.staffOnly);
  assertKnownCountry(form.country);
  datesAfter(undated, form);
}

/** The version that the upload stands in for. */
async function findReplaced(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, form, files }: Upload,
): Promise<AnsweredRow | null> {
  if (form.replaces === undefined) return null;
  const [found] = await tx
    .select({ row: answeredColumns(actor), digest: storedFiles.digest })
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
    .where(
      and(eq(documents.id, form.replaces), eq(documents.caseId, caseId), visibleDocuments(actor)),
    );
  if (!found) throw notFound("document");
  if (!found.row.isCurrent) throw badField("replaces", reviewMessages.replaced);
  if (found.digest === files[0]?.digest) throw wrongState(reviewMessages.sameFile);
  return found.row;
}

async function findExtraItem(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, form }: Upload,
): Promise<Pick<DocumentRow, "category" | "assignedTo" | "extraItemId"> | null> {
  if (form.extraItemId === undefined || form.replaces !== undefined) return null;
  const [item] = await tx
    .select()
    .from(checklistDecisions)
    .where(
      and(
        eq(checklistDecisions.id, form.extraItemId),
        eq(checklistDecisions.caseId, caseId),
        isNotNull(checklistDecisions.title),
      ),
    );
  if (!item?.category || !mayUseCategory(actor, item.category))
    throw notFoundWith("Item not found");
  return { category: item.category, assignedTo: item.applicantId, extraItemId: item.id };
}

type Given = {
  form: Form;
  replaced: Place | null;
  extra: Awaited<ReturnType<typeof findExtraItem>>;
};

/** What is replaced, and what was asked for, know better than what is sent along. */
function placeOf({ form, replaced, extra }: Given): Place {
  if (replaced !== null) return replaced;
  const { category, assignedTo = null, country = null } = form;
  if (extra === null) return { category, assignedTo, country, extraItemId: null };
  return { ...extra, assignedTo: extra.assignedTo ?? assignedTo, country };
}

function datesOf({ issuedOn, expiresOn }: Form): Dates {
  return { issuedOn: issuedOn ?? null, expiresOn: expiresOn ?? null };
}

async function insertDocuments(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, form, files, facts, place, replaced }: Filing,
): Promise<AnsweredRow[]> {
  const { category, assignedTo, country, extraItemId } = place;
  const person = facts.people.find(({ id }) => id === assignedTo);
  const nameOf = (name: string) => (person ? prefixedName(name, person.category) : name);
  const isApproved = form.accepted === true;
  const [stored] = await Promise.all([
    keepFiles(tx, files),
    replaced && tx.update(documents).set({ isCurrent: false }).where(eq(documents.id, replaced.id)),
  ]);
  const rows = await tx
    .insert(documents)
    .values(
      stored.map((file, index) => ({
        ...storageColumns(file),
        caseId,
        category,
        assignedTo,
        country,
        extraItemId,
        ...datesOf(form),
        replaces: replaced?.id ?? null,
        isApproved,
        reviewState: isApproved ? ("accepted" as const) : ("waiting" as const),
        uploadedBy: actor.id,
        originalName: nameOf(files[index]?.originalName ?? file.name),
      })),
    )
    .returning();
  const earlierCount = replaced === null ? 0 : replaced.earlierCount + 1;
  return rows
    .toSorted((first, second) => first.id - second.id)
    .map((row) => ({ ...row, earlierCount }));
}

/** Looked at before they came in: a row and a line for each, as at the desk. */
async function recordAccepted(
  tx: Transaction,
  actor: SignedInActor,
  { caseFile, rows }: { caseFile: CaseRow; rows: readonly AnsweredRow[] },
): Promise<void> {
  const before = { reviewState: "waiting", validityWaived: false } as const;
  const reviews = await Promise.all(
    rows.map(({ id }) => storeReview(tx, actor, { row: { id, ...before }, decision: "accepted" })),
  );
  for (const { id: reviewId, documentId } of reviews) {
    const row = rows.find(({ id }) => id === documentId);
    if (row)
      await recordReviewed(tx, actor, {
        caseFile,
        row,
        decided: { decision: "accepted" },
        reviewId,
      });
  }
}
