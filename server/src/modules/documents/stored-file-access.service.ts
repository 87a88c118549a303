/**
 * `/uploads/:name` is a look-up, not a folder (security.md 5.3, D-108): the row of the name says what the file is, and
 * the rule of that kind decides. Unknown, foreign and hidden names are the same 404.
 */
import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { comments } from "#server/database/tables/comments.ts";
import { documents } from "#server/database/tables/documents.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { sampleDocuments } from "#server/database/tables/sample-documents.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { recordFileAccess } from "#server/files/access-log.ts";
import { findStoredFileByName } from "#server/files/stored.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { seesAdminFiles, visibleInvoices } from "#server/modules/invoices/invoices.policy.ts";
import { openForView } from "./document-downloads.service.ts";
import { visibleDocuments } from "./documents.policy.ts";

export type OpenedUpload = { file: StoredFileRow; downloadName: string };
type Upload = AccessContext & { file: StoredFileRow };

export async function openUpload(
  actor: SignedInActor,
  { name, ...accessContext }: AccessContext & { name: string },
): Promise<OpenedUpload> {
  const file = await findStoredFileByName(runtime.database, name);
  const downloadName = file && (await openByKind(actor, { file, ...accessContext }));
  if (!file || downloadName === null) throw notFound("file");
  return { file, downloadName };
}

/** What the record that owns the file calls it; null when there is none that this actor may see. */
async function openByKind(actor: SignedInActor, upload: Upload): Promise<string | null> {
  const { file } = upload;
  switch (file.kind) {
    // A face and a blank form are nobody's secret: who looks at them is not written down.
    case "avatar":
      return file.name;
    case "sample":
      return nameOfSample(file);
    case "document":
      return openDocument(actor, upload);
    case "comment":
      return openRecorded(actor, upload, nameOfAttachment);
    case "agreement":
      return openRecorded(actor, upload, nameOfAgreement);
    case "invoice":
    case "receipt":
    case "invoicePdf":
      return openRecorded(actor, upload, nameOfInvoiceFile);
  }
}

type FindName = (
  tx: Transaction,
  actor: SignedInActor,
  file: StoredFileRow,
) => Promise<string | null>;

async function openRecorded(
  actor: SignedInActor,
  { file, ...accessContext }: Upload,
  findName: FindName,
): Promise<string | null> {
  return inTransaction(async (tx) => {
    const name = await findName(tx, actor, file);
    const { id, kind, caseId } = file;
    const opened = { way: "view", what: kind, caseId, storedFileId: id } as const;
    if (name !== null) await recordFileAccess(tx, actor, { ...accessContext, opened });
    return name;
  });
}

async function nameOfSample(file: StoredFileRow): Promise<string | null> {
  const [row] = await runtime.database
    .select({ name: sampleDocuments.originalName })
    .from(sampleDocuments)
    .where(eq(sampleDocuments.storedFileId, file.id));
  return row?.name ?? null;
}

/** The other address of a document: whoever looks here has opened it as well. */
async function openDocument(
  actor: SignedInActor,
  { file, ...accessContext }: Upload,
): Promise<string | null> {
  const [subject] = await runtime.database
    .select({ id: documents.id, caseId: documents.caseId })
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(and(eq(documents.storedFileId, file.id), visibleCases(actor), visibleDocuments(actor)));
  if (!subject) return null;
  const { row } = await openForView(actor, { subject, ...accessContext });
  return row.originalName;
}

async function nameOfAttachment(
  tx: Transaction,
  actor: SignedInActor,
  file: StoredFileRow,
): Promise<string | null> {
  const [row] = await tx
    .select({ name: comments.attachmentOriginalName })
    .from(comments)
    .innerJoin(cases, eq(cases.id, comments.caseId))
    .where(and(eq(comments.storedFileId, file.id), visibleCases(actor)));
  return row ? (row.name ?? file.name) : null;
}

async function nameOfAgreement(
  tx: Transaction,
  actor: SignedInActor,
  file: StoredFileRow,
): Promise<string | null> {
  const [row] = await tx
    .select({ name: serviceAgreements.originalName })
    .from(serviceAgreements)
    .innerJoin(cases, eq(cases.id, serviceAgreements.caseId))
    .where(and(eq(serviceAgreements.storedFileId, file.id), visibleCases(actor)));
  return row?.name ?? null;
}

const openLists = {
  stage1Files: invoices.stage1Files,
  stage2Files: invoices.stage2Files,
  postCitizenshipFiles: invoices.postCitizenshipFiles,
  addOnFiles: invoices.addOnFiles,
  otherFiles: invoices.otherFiles,
};
const allLists = { ...openLists, adminFiles: invoices.adminFiles };

/** By the invoice that lists it; the bureau's own papers only for admins (S-46). */
async function nameOfInvoiceFile(
  tx: Transaction,
  actor: SignedInActor,
  file: StoredFileRow,
): Promise<string | null> {
  if (file.caseId === null) return null;
  const lists = seesAdminFiles(actor) ? allLists : openLists;
  const [row] = await tx
    .select(lists)
    .from(invoices)
    .innerJoin(cases, eq(cases.id, invoices.caseId))
    .where(
      and(
        eq(invoices.caseId, file.caseId),
        or(...Object.values(lists).map((list) => holds(list, file.id))),
        visibleInvoices(actor),
      ),
    );
  const entries = Object.values(row ?? {}).flat();
  return entries.find((entry) => entry.storedFileId === file.id)?.original_name ?? null;
}

function holds(list: AnyPgColumn, storedFileId: number): SQL {
  return sql`${list} @> ${JSON.stringify([{ storedFileId }])}::jsonb`;
}
