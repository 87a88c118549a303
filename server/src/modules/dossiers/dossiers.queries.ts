/** How dossiers are found. */
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { type Dossier, type DossierDetail, type DossierOptions } from "contract/dossiers";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { withVersion } from "#server/core/revision.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { dossierFiles } from "#server/database/tables/dossier-files.ts";
import { dossiers, type DossierRow } from "#server/database/tables/dossiers.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { users } from "#server/database/tables/users.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { findInVisibleCase } from "#server/modules/cases/visible-records.service.ts";
import { chosenOf } from "./chosen.ts";
import { visibleDossiers } from "./dossiers.policy.ts";

type Builder = { id: number; firstName: string | null; lastName: string | null } | null;

export function findVisibleDossier(actor: Actor, id: number): Promise<SubjectRecord | undefined> {
  return findInVisibleCase(actor, dossiers, and(eq(dossiers.id, id), visibleDossiers(actor)));
}

type WhichOfCase = { caseId: number; documentId?: number | undefined };

/** Newest first. The caller has seen the case. */
export async function dossiersOfCase(
  executor: Executor,
  actor: Actor,
  { caseId, documentId }: WhichOfCase,
): Promise<Dossier[]> {
  const isOfCase = and(eq(dossiers.caseId, caseId), visibleDossiers(actor));
  const isOfDocument = documentId === undefined ? undefined : keepsCopyOf(executor, documentId);
  const rows = await selectDossiers(executor)
    .where(and(isOfCase, isOfDocument))
    .orderBy(desc(dossiers.requestedAt), desc(dossiers.id));
  return rows.map(({ row, builder }) => answerOf(row, builder));
}

function keepsCopyOf(executor: Executor, documentId: number): SQL {
  const { dossierId, documentId: copied } = dossierDocuments;
  const keeping = executor.select({ dossierId }).from(dossierDocuments);
  return inArray(dossiers.id, keeping.where(eq(copied, documentId)));
}

export async function readDossier(executor: Executor, id: number): Promise<Dossier> {
  const [found] = await selectDossiers(executor).where(eq(dossiers.id, id));
  if (!found) throw notFound("dossier");
  return answerOf(found.row, found.builder);
}

/** What a dossier was asked for with grows with its papers, and belongs to no list. */
const { chosen, ...listed } = getTableColumns(dossiers);
type ListedRow = Omit<DossierRow, "chosen">;

function selectDossiers(executor: Executor) {
  return executor
    .select({
      row: listed,
      builder: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(dossiers)
    .leftJoin(users, eq(users.id, dossiers.builtBy));
}

function answerOf({ options, ...row }: ListedRow, builder: Builder): Dossier {
  const name = [builder?.firstName, builder?.lastName].filter(Boolean).join(" ");
  return {
    ...withVersion(row),
    options: options as DossierOptions,
    builtBy: builder && { id: builder.id, name },
  };
}

export async function readDetail(executor: Executor, id: number): Promise<DossierDetail> {
  const [[found], [wanted], papers, files] = await Promise.all([
    selectDossiers(executor).where(eq(dossiers.id, id)),
    executor.select({ chosen }).from(dossiers).where(eq(dossiers.id, id)),
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
  if (!found || !wanted) throw notFound("dossier");
  const { documents, leftOut } = chosenOf(wanted);
  return {
    ...answerOf(found.row, found.builder),
    documents: papers as DossierDetail["documents"],
    files: files.filter(isListed),
    chosen: { documents, leftOut },
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
