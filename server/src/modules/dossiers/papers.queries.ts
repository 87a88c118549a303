/** The papers of a case that a dossier is planned and built from. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { documentFacts } from "#server/database/tables/document-facts.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import type { PlanDocument } from "./plan-input.ts";

export type CaseDocumentRow = PlanDocument & Pick<DocumentRow, "storedFileId">;

/** Every current document of a case, with what is known of its file. */
export function documentsToPlan(executor: Executor, caseId: number): Promise<CaseDocumentRow[]> {
  return executor
    .select({
      id: documents.id,
      category: documents.category,
      assignedTo: documents.assignedTo,
      originalName: documents.originalName,
      mimeType: documents.mimeType,
      country: documents.country,
      issuedOn: documents.issuedOn,
      expiresOn: documents.expiresOn,
      reviewState: documents.reviewState,
      isCurrent: documents.isCurrent,
      extraItemId: documents.extraItemId,
      bytes: documents.fileSize,
      storedFileId: documents.storedFileId,
      pages: documentFacts.pages,
      problem: documentFacts.problem,
      checkedAt: documentFacts.checkedAt,
    })
    .from(documents)
    .leftJoin(documentFacts, eq(documentFacts.storedFileId, documents.storedFileId))
    .where(and(eq(documents.caseId, caseId), documents.isCurrent))
    .then((rows) =>
      rows.map(({ checkedAt, pages, problem, ...row }) => ({
        ...row,
        facts: checkedAt === null ? null : { pages, problem },
      })),
    );
}

export function peopleToPlan(executor: Executor, caseId: number) {
  return executor
    .select({
      id: applicants.id,
      position: applicants.position,
      fullName: applicants.fullName,
      passportName: applicants.passportName,
      category: applicants.category,
      dateOfBirth: applicants.dateOfBirth,
    })
    .from(applicants)
    .where(eq(applicants.caseId, caseId))
    .orderBy(asc(applicants.position), asc(applicants.id));
}

/** Files of the case that nobody has looked into. */
export function unseenFiles(executor: Executor, caseId: number): Promise<StoredFileRow[]> {
  return executor
    .select({ file: storedFiles })
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
    .leftJoin(documentFacts, eq(documentFacts.storedFileId, storedFiles.id))
    .where(
      and(
        eq(documents.caseId, caseId),
        documents.isCurrent,
        eq(documents.reviewState, "accepted"),
        isNull(documentFacts.storedFileId),
        isNull(storedFiles.deletedAt),
      ),
    )
    .orderBy(asc(documents.id))
    .then((rows) => rows.map(({ file }) => file));
}

export type SourceRow = {
  document: DocumentRow;
  file: StoredFileRow;
  facts: typeof documentFacts.$inferSelect | null;
  chainId: number;
  acceptedAt: string | null;
};

/** The chosen documents as they are now; those that are gone are missing. */
export async function sourcesOf(executor: Executor, ids: readonly number[]): Promise<SourceRow[]> {
  if (ids.length === 0) return [];
  const acceptedAt = sql<string | null>`(select max(r.created_at) from document_reviews r
    where r.document_id = ${documents.id} and r.decision = 'accepted' and r.undone_at is null)`;
  const chainId = sql<number>`(with recursive earlier as (
      select d.id, d.replaces from documents d where d.id = ${documents.id}
      union all
      select d.id, d.replaces from earlier e join documents d on d.id = e.replaces
    ) select e.id from earlier e where e.replaces is null)`;
  const rows = await executor
    .select({ document: documents, file: storedFiles, facts: documentFacts, chainId, acceptedAt })
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
    .leftJoin(documentFacts, eq(documentFacts.storedFileId, storedFiles.id))
    .where(and(inArray(documents.id, [...ids]), isNull(storedFiles.deletedAt)));
  return rows;
}
