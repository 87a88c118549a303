/** The files of a case, each under the path that it has in the archive. */
import { and, asc, eq, inArray } from "drizzle-orm";
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
import {
  filesFor,
  type ListedFile,
  pdfsOfStage,
} from "#server/modules/invoices/invoice-files.model.ts";
import type { ListedInvoice } from "#server/modules/invoices/invoices.queries.ts";
import { drawInvoice } from "#server/modules/invoices/pdf/draw-invoice.ts";
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
  invoices: readonly ListedInvoice[],
): Promise<CaseFiles> {
  const papers = await documentsOf(executor, about);
  const others = await Promise.all([
    attachmentsOf(executor, about),
    invoiceFilesOf(executor, about, invoices),
    agreementsOf(executor, about),
    about.audience === "bureau" ? dossiersOf(executor, about) : [],
  ]);
  const pathOf = createMemberPaths();
  return {
    parts: [...papers.map(({ found }) => found), ...others.flat()].map(
      ({ folders, name, record, content }) => ({ path: pathOf(folders, name), record, content }),
    ),
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

/** What lives elsewhere is named in case.json by its address: the portal fetches nothing from there. */
async function invoiceFilesOf(
  executor: Executor,
  about: About,
  listed: readonly ListedInvoice[],
): Promise<Found[]> {
  const files = listed.map(({ row }) => filesFor(about.reader, row));
  const ids = files.flat().flatMap(({ entry }) => entry.storedFileId ?? []);
  const stored =
    ids.length === 0
      ? []
      : await executor.select().from(storedFiles).where(inArray(storedFiles.id, ids));
  const byId = new Map(stored.map((file) => [file.id, file]));
  return listed.flatMap((invoice, index) => [
    ...drawnOf(invoice, about),
    ...(files[index] ?? []).flatMap((file) => placedFile(file, invoice, byId)),
  ]);
}

/** The portal draws the invoice while none has been delivered (D-016). */
function drawnOf({ row }: ListedInvoice, { caseFile }: About): Found[] {
  if (pdfsOfStage(row).length > 0) return [];
  const draw = () => drawInvoice({ row, caseFile });
  const record = `invoice ${row.id}`;
  return [{ folders: ["invoices"], name: `${row.invoiceId}.pdf`, record, content: draw }];
}

function placedFile(
  { list, entry }: ListedFile,
  { row }: ListedInvoice,
  byId: ReadonlyMap<number, StoredFileRow>,
): Found[] {
  if (entry.storedFileId === null) return [];
  return [
    {
      folders: [list === "other" ? "receipts" : "invoices"],
      name: entry.original_name,
      record: `invoice ${row.id}`,
      content: byId.get(entry.storedFileId) ?? null,
    },
  ];
}
