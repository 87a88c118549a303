/** The files of a case, each under the path that it has in the archive. */
import { and, asc, eq } from "drizzle-orm";
import { documentGroupLabels, documentGroupOf } from "contract/document-categories";
import type { Executor } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { comments } from "#server/database/tables/comments.ts";
import { documents } from "#server/database/tables/documents.ts";
import { dossierFiles } from "#server/database/tables/dossier-files.ts";
import { dossiers } from "#server/database/tables/dossiers.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { createMemberPaths } from "#server/files/archive-names.ts";
import { visibleDocuments } from "#server/modules/documents/documents.policy.ts";
import { visibleDossiers } from "#server/modules/dossiers/dossiers.policy.ts";
import type { TakenInvoice } from "#server/modules/invoices/invoices-taken-out.service.ts";
import type { About } from "./about.ts";

export type CaseFilePart = {
  readonly path: string;
  /** Kind and number of the record that it belongs to. */
  readonly record: string;
  /** Null: a row that has lost its file. */
  readonly content: StoredFileRow | null | (() => Promise<Buffer>);
};
/** Before the folder is made of names that people gave. */
type Found = Pick<CaseFilePart, "record" | "content"> & {
  readonly folders: readonly string[];
  readonly name: string;
};
export type CaseFiles = { readonly parts: readonly CaseFilePart[]; readonly documentIds: number[] };

const UNASSIGNED = "Unassigned";

export async function listFiles(
  executor: Executor,
  about: About,
  invoices: readonly TakenInvoice[],
): Promise<CaseFiles> {
  const [papers, attachments, agreements, dossierFilesOfCase] = await Promise.all([
    documentsOf(executor, about),
    attachmentsOf(executor, about),
    agreementsOf(executor, about),
    about.audience === "bureau" ? dossiersOf(executor, about) : Promise.resolve([]),
  ]);
  const found = [
    ...papers.map((paper) => paper.found),
    ...attachments,
    ...invoices.flatMap(filesOf),
    ...agreements,
    ...dossierFilesOfCase,
  ];
  const pathOf = createMemberPaths();
  return {
    parts: found.map(({ folders, name, record, content }) => ({
      path: pathOf(folders, name),
      record,
      content,
    })),
    documentIds: papers.map(({ id }) => id),
  };
}

async function documentsOf(executor: Executor, { caseFile, reader }: About) {
  const rows = await executor
    .select({ row: documents, file: storedFiles, person: applicants })
    .from(documents)
    .leftJoin(storedFiles, eq(storedFiles.id, documents.storedFileId))
    .leftJoin(applicants, eq(applicants.id, documents.assignedTo))
    .where(and(eq(documents.caseId, caseFile.id), visibleDocuments(reader)))
    .orderBy(asc(documents.uploadedAt), asc(documents.id));
  return rows.map(({ row, file, person }) => {
    const whose = person === null ? UNASSIGNED : person.fullName.trim() || person.category;
    const stage = documentGroupLabels[documentGroupOf(row.category)];
    const folders = row.isCurrent ? ["documents", stage, whose] : ["earlier-versions"];
    const found: Found = {
      folders,
      name: row.originalName,
      record: `document ${row.id}`,
      content: file,
    };
    return { id: row.id, found };
  });
}

async function attachmentsOf(executor: Executor, { caseFile }: About): Promise<Found[]> {
  const rows = await executor
    .select({ id: comments.id, name: comments.attachmentOriginalName, file: storedFiles })
    .from(comments)
    .innerJoin(storedFiles, eq(storedFiles.id, comments.storedFileId))
    .where(eq(comments.caseId, caseFile.id))
    .orderBy(asc(comments.id));
  return rows.map(({ id, name, file }) => ({
    folders: ["attachments"],
    name: name ?? file.name,
    record: `comment ${id}`,
    content: file,
  }));
}

async function agreementsOf(executor: Executor, { caseFile }: About): Promise<Found[]> {
  const rows = await executor
    .select({ id: serviceAgreements.id, name: serviceAgreements.originalName, file: storedFiles })
    .from(serviceAgreements)
    .innerJoin(storedFiles, eq(storedFiles.id, serviceAgreements.storedFileId))
    .where(eq(serviceAgreements.caseId, caseFile.id))
    .orderBy(asc(serviceAgreements.id));
  return rows.map(({ id, name, file }) => ({
    folders: ["agreements"],
    name,
    record: `agreement ${id}`,
    content: file,
  }));
}

async function dossiersOf(executor: Executor, { caseFile, reader }: About): Promise<Found[]> {
  const rows = await executor
    .select({
      id: dossiers.id,
      number: dossiers.number,
      name: dossierFiles.name,
      file: storedFiles,
    })
    .from(dossierFiles)
    .innerJoin(dossiers, eq(dossiers.id, dossierFiles.dossierId))
    .innerJoin(storedFiles, eq(storedFiles.id, dossierFiles.storedFileId))
    .where(and(eq(dossiers.caseId, caseFile.id), visibleDossiers(reader)))
    .orderBy(asc(dossiers.id), asc(dossierFiles.position));
  return rows.map(({ id, number, name, file }) => ({
    folders: ["dossiers", String(number)],
    name,
    record: `dossier ${id}`,
    content: file,
  }));
}

function filesOf({ answer, draw, files }: TakenInvoice): Found[] {
  const record = `invoice ${answer.id}`;
  const drawn = { folders: ["invoices"], name: `${answer.invoiceId}.pdf`, record };
  return [
    ...(draw === null ? [] : [{ ...drawn, content: draw }]),
    ...files.map(({ name, isReceipt, file }) => ({
      folders: [isReceipt ? "receipts" : "invoices"],
      name,
      record,
      content: file,
    })),
  ];
}
