/** How documents are found: always together with the case they belong to, and only those the actor sees. */
import { and, asc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { categoriesOf, type DocumentGroup } from "contract/document-categories";
import { reviewMessages } from "contract/reviews";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { notFound, wrongState } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { holdCase, lockCase } from "#server/modules/cases/case-lock.ts";
import { findInVisibleCase } from "#server/modules/cases/visible-records.service.ts";
import {
  type AnsweredRow,
  answeredColumns,
  type CaseFacts,
  factsOfCase,
} from "./document-answers.ts";
import { visibleDocuments } from "./documents.policy.ts";

export type LockedDocument = { caseFile: CaseRow; row: AnsweredRow; facts: CaseFacts };
export type DocumentWithFile = { row: DocumentRow; file: StoredFileRow };

/** The document, when this actor may see it. */
export function findVisibleDocument(actor: Actor, id: number): Promise<SubjectRecord | undefined> {
  return findInVisibleCase(actor, documents, and(eq(documents.id, id), visibleDocuments(actor)));
}

/** The document that a stored file belongs to, when this actor may see it. */
export function findDocumentOfFile(
  actor: Actor,
  storedFileId: number,
): Promise<SubjectRecord | undefined> {
  const ofFile = eq(documents.storedFileId, storedFileId);
  return findInVisibleCase(actor, documents, and(ofFile, visibleDocuments(actor)));
}

/** The case before the document, always in this order, so that two changes wait for each other instead of blocking. */
export async function lockDocument(
  tx: Transaction,
  actor: Actor,
  subject: SubjectRecord,
): Promise<LockedDocument> {
  const { id, caseId } = subject;
  const [caseFile, [row], facts] = await Promise.all([
    lockCase(tx, actor, caseId),
    tx
      .select(answeredColumns(actor))
      .from(documents)
      .where(and(eq(documents.id, id), eq(documents.caseId, caseId), visibleDocuments(actor)))
      .for("update"),
    factsOfCase(tx, caseId),
  ]);
  if (!row || !facts) throw notFound("document");
  return { caseFile, row, facts };
}

/** For what earlier versions are no longer asked for: everything but looking at them and deleting them. */
export async function lockCurrentDocument(
  tx: Transaction,
  actor: Actor,
  subject: SubjectRecord,
): Promise<LockedDocument> {
  const locked = await lockDocument(tx, actor, subject);
  if (!locked.row.isCurrent) throw wrongState(reviewMessages.replaced);
  return locked;
}

/** False as well for one that this actor may not know of. The caller asks whether he sees the case. */
export async function isVisible(executor: Executor, actor: Actor, id: number): Promise<boolean> {
  const rows = await executor
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, id), visibleDocuments(actor)));
  return rows.length > 0;
}

/** A document on its way out: case and reader stay until that is written down. */
export async function findDocumentToOpen(
  tx: Transaction,
  actor: Actor,
  subject: SubjectRecord,
): Promise<DocumentWithFile & { caseFile: CaseRow }> {
  const { id, caseId } = subject;
  const [caseFile, [found]] = await Promise.all([
    holdCase(tx, actor, caseId),
    tx
      .select({ row: documents, file: storedFiles })
      .from(documents)
      .innerJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
      .where(and(eq(documents.id, id), eq(documents.caseId, caseId), visibleDocuments(actor))),
  ]);
  if (!found) throw notFound("document");
  return { ...found, caseFile };
}

export async function listOfGroup(
  executor: Executor,
  actor: Actor,
  wanted: { caseId: number; group: DocumentGroup },
): Promise<DocumentWithFile[]> {
  return executor
    .select({ row: documents, file: storedFiles })
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
    .where(
      and(
        eq(documents.caseId, wanted.caseId),
        documents.isCurrent,
        inArray(documents.category, categoriesOf(wanted.group)),
        isNull(storedFiles.deletedAt),
        visibleDocuments(actor),
      ),
    )
    .orderBy(asc(documents.uploadedAt), asc(documents.id));
}

/** Its earlier versions stay as they are. */
export async function updateDocument(
  tx: Transaction,
  { id, earlierCount }: AnsweredRow,
  patch: { [Field in keyof DocumentRow]?: DocumentRow[Field] | SQL | undefined },
): Promise<AnsweredRow> {
  const [row] = await tx.update(documents).set(patch).where(eq(documents.id, id)).returning();
  if (!row) throw notFound("document");
  return { ...row, earlierCount };
}
