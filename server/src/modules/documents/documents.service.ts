/** The documents of a case: how they are listed, renamed, categorised, assigned and dated, and go. */
import { and, asc, countDistinct, eq, sql } from "drizzle-orm";
import type { DocumentCategory } from "contract/document-categories";
import type { CaseDocument } from "contract/documents";
import type { DocumentDatesInput } from "contract/reviews";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import {
  type Actor,
  anonymous,
  type AuditableActor,
  hasFullAccess,
  type SignedInActor,
  system,
} from "#server/core/actor.ts";
import { badField } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { Quiet } from "#server/events/domain-event.ts";
import { assertNoEditConflict } from "#server/events/edit-conflict.ts";
import { changesBetween, record } from "#server/events/record.ts";
import { cleanRename } from "#server/files/names.ts";
import { releaseFiles } from "#server/files/stored.ts";
import { touchCase } from "#server/modules/cases/case-lock.ts";
import {
  answeredColumns,
  answerOf,
  answersOf,
  type CaseFacts,
  factsOfCase,
  hasLastDay,
} from "./document-answers.ts";
import { assertKnownCountry, datesAfter } from "./document-dates.ts";
import { removeVersion } from "./document-versions.service.ts";
import { entryOf, recordChange, seenByOf, withoutSubject } from "./documents.events.ts";
import { assertMayRemove, assertMayUse, visibleDocuments } from "./documents.policy.ts";
import {
  lockCurrentDocument,
  lockDocument,
  type LockedDocument,
  updateDocument,
} from "./documents.queries.ts";
import { isReopenedBy, reopenedEntry, storeReview, waiting } from "./review-rows.ts";

type Edit = { subject: SubjectRecord; basedOn: number | null };
type Patch = {
  [Field in "originalName" | "category" | "assignedTo" | "issuedOn" | "expiresOn" | "country"]?:
    | DocumentRow[Field]
    | undefined;
};

/** The documents of a case as far as this actor may know of them, oldest first. The caller has seen the case. */
export async function listOfCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<CaseDocument[]> {
  const statement = hasFullAccess(actor) ? documentsForBureau : documentsForOthers;
  const rows = await statement(executor).execute({ caseId });
  if (!rows.some(hasLastDay)) return answersOf(null, rows);
  const facts = await factsOfCase(executor, caseId);
  return facts ? answersOf(facts, rows) : [];
}

const documentsFor = (reader: Actor) =>
  prepared((executor) =>
    executor
      .select(answeredColumns(reader))
      .from(documents)
      .where(
        and(
          eq(documents.caseId, sql.placeholder("caseId")),
          documents.isCurrent,
          visibleDocuments(reader),
        ),
      )
      .orderBy(asc(documents.uploadedAt), asc(documents.id))
      .prepare(UNNAMED),
  );
/** What is hidden depends on nothing but this. */
const documentsForBureau = documentsFor(system);
const documentsForOthers = documentsFor(anonymous);

/** D-076: an empty name is refused, the extension stays. */
export async function rename(
  actor: SignedInActor,
  input: Edit & { newName: string },
): Promise<CaseDocument> {
  return edit(actor, input, ({ row }) => ({ originalName: renamed(row, input.newName) }));
}

/** Category and, when given, name in one update (S-29). */
export async function categorize(
  actor: SignedInActor,
  input: Edit & { category: DocumentCategory; newName: string | null },
): Promise<CaseDocument> {
  return edit(actor, input, ({ row }) => {
    assertMayUse(actor, input.category);
    return { category: input.category, ...withName(row, input.newName) };
  });
}

/** Whose document it is: an applicant of the same case, or nobody's (S-29). */
export async function assign(
  actor: SignedInActor,
  input: Edit & { assignedTo: number | null; newName: string | null },
): Promise<CaseDocument> {
  return edit(actor, input, ({ row, facts }) => {
    if (input.assignedTo !== null) assertApplicantOf(facts, input.assignedTo);
    return { assignedTo: input.assignedTo, ...withName(row, input.newName) };
  });
}

/** When it was issued, until when it is valid, of which country it is; what is left out stays. */
export async function setDates(
  actor: SignedInActor,
  { dates, ...input }: Edit & { dates: DocumentDatesInput },
): Promise<CaseDocument> {
  return edit(actor, input, ({ row }) => {
    assertKnownCountry(dates.country);
    return { ...datesAfter(row, dates), country: dates.country };
  });
}

/** The row goes now, the bytes after the commit (S-30). Answers how many dossiers keep a copy. */
export async function remove(actor: SignedInActor, subject: SubjectRecord): Promise<number> {
  return inTransaction((tx) => removeIn(tx, actor, subject));
}

type Why = { because?: Record<string, unknown>; quiet?: Quiet };

export async function removeIn(
  tx: Transaction,
  actor: SignedInActor,
  { because, quiet, ...subject }: SubjectRecord & Why,
): Promise<number> {
  assertMayRemove(actor);
  const [{ caseFile, row }, [held]] = await Promise.all([
    lockDocument(tx, actor, subject),
    tx
      .select({ dossiers: countDistinct(dossierDocuments.dossierId) })
      .from(dossierDocuments)
      .where(eq(dossierDocuments.documentId, subject.id)),
  ]);
  await removeVersion(tx, row);
  await releaseFiles(tx, [row.storedFileId]);
  const entry = withoutSubject(entryOf("delete", row, { documentId: row.id, ...because }));
  await recordChange(tx, actor, {
    name: "document.removed",
    caseFile,
    entries: [entry],
    rows: [row],
    quiet,
  });
  return held?.dossiers ?? 0;
}

/** Every document of a case at the end of its time (security.md 5.6); the caller holds the lock of the case. */
export async function eraseAll(
  tx: Transaction,
  actor: AuditableActor,
  caseFile: CaseRow,
): Promise<number> {
  const rows = await tx.delete(documents).where(eq(documents.caseId, caseFile.id)).returning();
  if (rows.length === 0) return 0;
  await releaseFiles(
    tx,
    rows.map((row) => row.storedFileId),
  );
  await touchCase(tx, caseFile.id);
  await record(tx, actor, {
    name: "document.removed",
    case: caseFile,
    entries: rows.map((row) =>
      withoutSubject(entryOf("delete", row, { documentId: row.id, reason: "retention" })),
    ),
    seenBy: seenByOf(rows),
  });
  return rows.length;
}

async function edit(
  actor: SignedInActor,
  { subject, basedOn }: Edit,
  decide: (locked: LockedDocument) => Patch,
): Promise<CaseDocument> {
  return inTransaction(async (tx) => {
    const locked = await lockCurrentDocument(tx, actor, subject);
    const { caseFile, row, facts } = locked;
    const patch = decide(locked);
    const changes = changesBetween<Record<string, unknown>>(row, patch);
    const fields = Object.keys(changes);
    if (fields.length === 0) return answerOf(facts, row);
    await assertNoEditConflict(tx, {
      subject: { kind: "document", id: row.id },
      basedOn,
      current: row,
      fields,
    });
    const isReopened = isReopenedBy(actor, row, fields);
    const changed = await updateDocument(tx, row, { ...patch, ...(isReopened && waiting) });
    const entries = [entryOf("update", changed, changes)];
    if (isReopened) {
      const { id } = await storeReview(tx, actor, { row, decision: "reopened" });
      entries.push(reopenedEntry(changed, id));
    }
    const rows = [row, changed];
    await recordChange(tx, actor, { name: "document.updated", caseFile, entries, rows });
    return answerOf(facts, changed);
  });
}

export function assertApplicantOf(facts: CaseFacts, id: number): void {
  if (!facts.people.some((person) => person.id === id))
    throw badField("assignedTo", "This applicant does not belong to the case");
}

function withName(row: DocumentRow, newName: string | null): Patch {
  return newName === null ? {} : { originalName: renamed(row, newName) };
}

function renamed(row: DocumentRow, newName: string): string {
  const name = cleanRename(row.originalName, newName);
  if (name === "") throw badField("newName", "Document name is required");
  return name;
}
