/** How dossiers are found, and what their plans are made of. */
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Dossier, type DossierDetail, type DossierOptions } from "contract/dossiers";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { withVersion } from "#server/core/revision.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { documentFacts } from "#server/database/tables/document-facts.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { dossierFiles } from "#server/database/tables/dossier-files.ts";
import { dossiers, type DossierRow } from "#server/database/tables/dossiers.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { users } from "#server/database/tables/users.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { findInVisibleCase } from "#server/modules/cases/visible-records.service.ts";
import { chosenOf } from "./chosen.ts";
import { visibleDossiers } from "./dossiers.policy.ts";
import type { PlanDocument } from "./plan-input.ts";

export type CaseDocumentRow = PlanDocument & Pick<DocumentRow, "storedFileId">;
type Builder = { id: number; firstName: string | null; lastName: string | null } | null;

export function findVisibleDossier(actor: Actor, id: number): Promise<SubjectRecord | undefined> {
  return findInVisibleCase(actor, dossiers, and(eq(dossiers.id, id), visibleDossiers(actor)));
}

/** Newest first. The caller has seen the case. */
export async function dossiersOfCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<Dossier[]> {
  const rows = await selectDossiers(executor)
    .where(and(eq(dossiers.caseId, caseId), visibleDossiers(actor)))
    .orderBy(desc(dossiers.requestedAt), desc(dossiers.id));
  return rows.map(({ row, builder }) => answerOf(row, builder));
}

export async function readDossier(executor: Executor, id: number): Promise<Dossier> {
  const [found] = await selectDossiers(executor).where(eq(dossiers.id, id));
  if (!found) throw notFound("dossier");
  return answerOf(found.row, found.builder);
}

function selectDossiers(executor: Executor) {
  return executor
    .select({
      row: dossiers,
      builder: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(dossiers)
    .leftJoin(users, eq(users.id, dossiers.builtBy));
}

function answerOf({ options, ...row }: DossierRow, builder: Builder): Dossier {
  const name = [builder?.firstName, builder?.lastName].filter(Boolean).join(" ");
  return {
    ...withVersion(row),
    options: options as DossierOptions,
    builtBy: builder && { id: builder.id, name },
  };
}

export async function readDetail(executor: Executor, id: number): Promise<DossierDetail> {
  const [[found], papers, files] = await Promise.all([
    selectDossiers(executor).where(eq(dossiers.id, id)),
    executor
      .select()
      .from(dossierDocuments)
      .where(eq(dossierDocuments.dossierId, id))
      .orderBy(asc(dossierDocuments.position)),
    executor
      .select()
      .from(dossierFiles)
      .where(eq(dossierFiles.dossierId, id))
      .orderBy(asc(dossierFiles.position)),
  ]);
  if (!found) throw notFound("dossier");
  const { documents: chosen, leftOut } = chosenOf(found.row);
  return {
    ...answerOf(found.row, found.builder),
    documents: papers as DossierDetail["documents"],
    files: files.filter(isListed),
    chosen: { documents: chosen, leftOut },
  };
}

type FileRow = typeof dossierFiles.$inferSelect;
type ListedFile = FileRow & { kind: "part" | "manifest" };

/** Copies of papers are in the ZIP alone. */
function isListed(file: FileRow): file is ListedFile {
  return file.kind === "part" || file.kind === "manifest";
}

export type FileOfDossier = { row: FileRow; file: StoredFileRow };

export function filesOf(executor: Executor, dossierId: number): Promise<FileOfDossier[]> {
  return executor
    .select({ row: dossierFiles, file: storedFiles })
    .from(dossierFiles)
    .innerJoin(storedFiles, eq(storedFiles.id, dossierFiles.storedFileId))
    .where(eq(dossierFiles.dossierId, dossierId))
    .orderBy(asc(dossierFiles.position));
}

/** The case before the dossier, as everywhere. */
export async function lockDossier(
  tx: Transaction,
  actor: Actor,
  { id, caseId }: SubjectRecord,
): Promise<{ caseFile: CaseRow; row: DossierRow }> {
  const [caseFile, [row]] = await Promise.all([
    lockCase(tx, actor, caseId),
    tx
      .select()
      .from(dossiers)
      .where(and(eq(dossiers.id, id), eq(dossiers.caseId, caseId), visibleDossiers(actor)))
      .for("update"),
  ]);
  if (!row) throw notFound("dossier");
  return { caseFile, row };
}

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

/** What an earlier dossier of the case holds, for a comparison. */
export function papersOf(executor: Executor, dossierId: number) {
  return executor
    .select()
    .from(dossierDocuments)
    .where(eq(dossierDocuments.dossierId, dossierId))
    .orderBy(asc(dossierDocuments.position));
}

/** The dossier that another one is compared with unless somebody names one. */
export async function lastBuiltBefore(
  executor: Executor,
  actor: Actor,
  row: Pick<DossierRow, "caseId" | "kind" | "number">,
): Promise<DossierRow | undefined> {
  const [found] = await executor
    .select()
    .from(dossiers)
    .where(
      and(
        eq(dossiers.caseId, row.caseId),
        eq(dossiers.kind, row.kind),
        eq(dossiers.state, "built"),
        sql`${dossiers.number} < ${row.number}`,
        visibleDossiers(actor),
      ),
    )
    .orderBy(desc(dossiers.number))
    .limit(1);
  return found;
}

export async function findOfCase(
  executor: Executor,
  actor: Actor,
  { id, caseId }: SubjectRecord,
): Promise<DossierRow | undefined> {
  const [found] = await executor
    .select()
    .from(dossiers)
    .where(and(eq(dossiers.id, id), eq(dossiers.caseId, caseId), visibleDossiers(actor)));
  return found;
}

export type CaseFigures = { open: number; kept: number; lastNumber: number; bytes: number };

/** What the limits of a case are counted from. */
export async function figuresOf(executor: Executor, caseId: number): Promise<CaseFigures> {
  const [figures] = await executor
    .select({
      open: sql<number>`count(*) filter (where state in ('queued', 'running'))::integer`,
      kept: sql<number>`count(*) filter (where state <> 'removed')::integer`,
      lastNumber: sql<number>`coalesce(max(number), 0)::integer`,
      bytes: sql<number>`coalesce(sum(bytes) filter (where state = 'built'), 0)::float8`,
    })
    .from(dossiers)
    .where(eq(dossiers.caseId, caseId));
  return figures ?? { open: 0, kept: 0, lastNumber: 0, bytes: 0 };
}
