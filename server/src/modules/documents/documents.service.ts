/** The documents of a case: how they come in, are renamed, categorised and assigned, and go. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { DocumentCategory } from "contract/document-categories";
import type { CaseDocument } from "contract/documents";
import { uploadRules } from "contract/files";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import {
  type Actor,
  anonymous,
  type AuditableActor,
  hasFullAccess,
  type SignedInActor,
  system,
} from "#server/core/actor.ts";
import { badField, badRequest, forbidden, notFound } from "#server/core/errors.ts";
import { withVersion } from "#server/core/revision.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { assertNoEditConflict } from "#server/events/edit-conflict.ts";
import { changesBetween, record } from "#server/events/record.ts";
import { storageColumns } from "#server/files/file-columns.ts";
import { cleanRename } from "#server/files/names.ts";
import { keepFiles, releaseFiles, type ReceivedFile } from "#server/files/stored.ts";
import { lockCase, touchCase } from "#server/modules/cases/case-lock.ts";
import { assertRoomInCase } from "./case-quota.ts";
import { entryOf, recordChange, seenByOf, withoutSubject } from "./documents.events.ts";
import {
  assertMayApprove,
  assertMayRemove,
  mayUseCategory,
  visibleDocuments,
} from "./documents.policy.ts";
import { lockDocument } from "./documents.queries.ts";

type Edit = { subject: SubjectRecord; basedOn: number | null };
type Patch = Partial<Pick<DocumentRow, "originalName" | "category" | "assignedTo">>;
type Upload = { caseId: number; category: DocumentCategory; files: readonly ReceivedFile[] };

/** The documents of a case as far as this actor may know of them, oldest first. The caller has seen the case. */
export async function listOfCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<CaseDocument[]> {
  const statement = hasFullAccess(actor) ? documentsForBureau : documentsForOthers;
  const rows = await statement(executor).execute({ caseId });
  return rows.map(withVersion);
}

const documentsFor = (reader: Actor) =>
  prepared((executor) =>
    executor
      .select()
      .from(documents)
      .where(and(eq(documents.caseId, sql.placeholder("caseId")), visibleDocuments(reader)))
      .orderBy(asc(documents.uploadedAt), asc(documents.id))
      .prepare(UNNAMED),
  );
/** What is hidden depends on nothing but this. */
const documentsForBureau = documentsFor(system);
const documentsForOthers = documentsFor(anonymous);

/** All files of a request or none (S-27); one event per file, one domain event for them all (S-26). */
export async function upload(actor: SignedInActor, input: Upload): Promise<CaseDocument[]> {
  const { caseId, category, files } = input;
  if (files.length === 0) throw badRequest(uploadRules.caseDocument.missing);
  assertMayUse(actor, category);
  return inTransaction(async (tx) => {
    const [caseFile] = await Promise.all([
      lockCase(tx, actor, caseId),
      assertRoomInCase(tx, caseId, files),
    ]);
    const rows = await insertDocuments(tx, actor, input);
    await touchCase(tx, caseId);
    await record(tx, actor, {
      name: "document.uploaded",
      case: caseFile,
      entries: rows.map((row) => entryOf("upload", row, { documentId: row.id, category })),
      seenBy: seenByOf(rows),
      data: { documentIds: rows.map((row) => row.id), category },
    });
    return rows.map(withVersion);
  });
}

/** D-076: an empty name is refused, the extension stays. */
export async function rename(
  actor: SignedInActor,
  input: Edit & { newName: string },
): Promise<CaseDocument> {
  return edit(actor, input, async (_tx, row) => ({ originalName: renamed(row, input.newName) }));
}

/** Category and, when given, name in one update (S-29). */
export async function categorize(
  actor: SignedInActor,
  input: Edit & { category: DocumentCategory; newName: string | null },
): Promise<CaseDocument> {
  return edit(actor, input, async (_tx, row) => {
    assertMayUse(actor, input.category);
    return { category: input.category, ...withName(row, input.newName) };
  });
}

/** Whose document it is: an applicant of the same case, or nobody's (S-29). */
export async function assign(
  actor: SignedInActor,
  input: Edit & { assignedTo: number | null; newName: string | null },
): Promise<CaseDocument> {
  return edit(actor, input, async (tx, row) => {
    if (input.assignedTo !== null) await assertApplicantOf(tx, row.caseId, input.assignedTo);
    return { assignedTo: input.assignedTo, ...withName(row, input.newName) };
  });
}

/** D-087. */
export async function approve(actor: SignedInActor, subject: SubjectRecord): Promise<CaseDocument> {
  assertMayApprove(actor);
  return inTransaction(async (tx) => {
    const { caseFile, row } = await lockDocument(tx, actor, subject);
    if (row.isApproved) return withVersion(row);
    const approved = await update(tx, row.id, { isApproved: true, reviewState: "accepted" });
    await recordChange(tx, actor, {
      name: "document.updated",
      caseFile,
      entry: entryOf("update", approved, { isApproved: true }),
      rows: [approved],
    });
    return withVersion(approved);
  });
}

/** The row goes now, the bytes after the commit (S-30). */
export async function remove(actor: SignedInActor, subject: SubjectRecord): Promise<void> {
  assertMayRemove(actor);
  await inTransaction(async (tx) => {
    const { caseFile, row } = await lockDocument(tx, actor, subject);
    await tx.delete(documents).where(eq(documents.id, row.id));
    await releaseFiles(tx, [row.storedFileId]);
    const entry = withoutSubject(entryOf("delete", row, { documentId: row.id }));
    await recordChange(tx, actor, { name: "document.removed", caseFile, entry, rows: [row] });
  });
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
  decide: (tx: Transaction, row: DocumentRow) => Promise<Patch>,
): Promise<CaseDocument> {
  return inTransaction(async (tx) => {
    const { caseFile, row } = await lockDocument(tx, actor, subject);
    const patch = await decide(tx, row);
    const changes = changesBetween<Record<string, unknown>>(row, patch);
    const fields = Object.keys(changes);
    if (fields.length === 0) return withVersion(row);
    await assertNoEditConflict(tx, {
      subject: { kind: "document", id: row.id },
      basedOn,
      current: row,
      fields,
    });
    const changed = await update(tx, row.id, patch);
    const entry = entryOf("update", changed, changes);
    const rows = [row, changed];
    await recordChange(tx, actor, { name: "document.updated", caseFile, entry, rows });
    return withVersion(changed);
  });
}

async function update(
  tx: Transaction,
  id: number,
  patch: Partial<DocumentRow>,
): Promise<DocumentRow> {
  const [row] = await tx.update(documents).set(patch).where(eq(documents.id, id)).returning();
  if (!row) throw notFound("document");
  return row;
}

async function insertDocuments(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, category, files }: Upload,
): Promise<DocumentRow[]> {
  const stored = await keepFiles(tx, files);
  const rows = await tx
    .insert(documents)
    .values(
      stored.map((file, index) => ({
        ...storageColumns(file),
        caseId,
        category,
        uploadedBy: actor.id,
        originalName: files[index]?.originalName ?? file.name,
      })),
    )
    .returning();
  return rows.toSorted((first, second) => first.id - second.id);
}

function assertMayUse(actor: Actor, category: DocumentCategory): void {
  if (!mayUseCategory(actor, category)) throw forbidden("Only admins may use this category");
}

async function assertApplicantOf(tx: Transaction, caseId: number, id: number): Promise<void> {
  const [applicant] = await tx
    .select({ id: applicants.id })
    .from(applicants)
    .where(and(eq(applicants.id, id), eq(applicants.caseId, caseId)));
  if (!applicant) throw badField("assignedTo", "This applicant does not belong to the case");
}

function withName(row: DocumentRow, newName: string | null): Patch {
  return newName === null ? {} : { originalName: renamed(row, newName) };
}

function renamed(row: DocumentRow, newName: string): string {
  const name = cleanRename(row.originalName, newName);
  if (name === "") throw badField("newName", "Document name is required");
  return name;
}
