/** Downloads of the files of an invoice. The event is committed before the first byte leaves, so no download goes unrecorded. */
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { InvoiceFileEntry } from "#server/database/tables/invoices.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { type FileOpened, recordFileAccess } from "#server/files/access-log.ts";
import { getStoredFile } from "#server/files/stored.ts";
import {
  fileById,
  fileByName,
  filesFor,
  type ListedFile,
  pdfsOfStage,
} from "./invoice-files.model.ts";
import { recordFile } from "./invoices.events.ts";
import { findInvoiceToOpen, type InvoiceOfCase } from "./invoices.queries.ts";

type Opening = AccessContext & { subject: SubjectRecord };
/** In storage, elsewhere, or still to be drawn from the invoice's fields. */
export type Paper =
  | { kind: "stored"; file: StoredFileRow; name: string }
  | { kind: "elsewhere"; address: string }
  | { kind: "drawn"; invoice: InvoiceOfCase; name: string };

export async function openFile(
  actor: SignedInActor,
  opening: Opening & { fileId: string },
): Promise<Paper> {
  return open(actor, opening, (files) => fileById(files, opening.fileId));
}

export async function openFileByName(
  actor: SignedInActor,
  opening: Opening & { fileName: string },
): Promise<Paper> {
  return open(actor, opening, (files) => fileByName(files, opening.fileName));
}

/** The newest one that was delivered; without any, the portal draws one (D-016). */
export async function openPdf(actor: SignedInActor, opening: Opening): Promise<Paper> {
  return inTransaction(async (tx) => {
    const invoice = await findInvoiceToOpen(tx, actor, opening.subject);
    const [delivered] = pdfsOfStage(invoice.row);
    const paper: Paper = delivered
      ? await paperOf(tx, delivered)
      : { kind: "drawn", invoice, name: `${invoice.row.invoiceId}.pdf` };
    const documentName = delivered?.original_name ?? `${invoice.row.invoiceId}.pdf`;
    if (!opening.isProbe) {
      const stage = invoice.row.stage;
      await recordDownload(tx, actor, { ...opening, invoice, paper, documentName, stage });
    }
    return paper;
  });
}

async function open(
  actor: SignedInActor,
  opening: Opening,
  find: (files: readonly ListedFile[]) => ListedFile | undefined,
): Promise<Paper> {
  return inTransaction(async (tx) => {
    const invoice = await findInvoiceToOpen(tx, actor, opening.subject);
    const found = find(filesFor(actor, invoice.row));
    if (!found) throw notFound("file");
    const paper = await paperOf(tx, found.entry);
    if (!opening.isProbe) {
      const documentName = found.entry.original_name;
      const stage = found.list;
      await recordDownload(tx, actor, { ...opening, invoice, paper, documentName, stage });
    }
    return paper;
  });
}

/** The server never fetches what lives elsewhere; the browser is sent there (security.md 5.3). */
async function paperOf(tx: Transaction, entry: InvoiceFileEntry): Promise<Paper> {
  if (entry.external_url !== null) return { kind: "elsewhere", address: entry.external_url };
  const file = entry.storedFileId === null ? null : await getStoredFile(tx, entry.storedFileId);
  if (!file) throw notFound("file");
  return { kind: "stored", file, name: entry.original_name };
}

type Download = AccessContext & {
  invoice: InvoiceOfCase;
  paper: Paper;
  documentName: string;
  stage: ListedFile["list"];
};

async function recordDownload(
  tx: Transaction,
  actor: SignedInActor,
  { invoice, paper, documentName, stage, ...accessContext }: Download,
): Promise<void> {
  const { id, caseId } = invoice.row;
  const opened: FileOpened =
    paper.kind === "stored"
      ? { way: "download", what: paper.file.kind, caseId, storedFileId: paper.file.id }
      : { way: "download", what: "invoice", caseId, invoiceId: id };
  await recordFileAccess(tx, actor, { ...accessContext, opened });
  await recordFile(tx, actor, {
    name: "invoice.downloaded",
    action: "download",
    invoice,
    documentName,
    stage,
    metadata: { invoiceId: invoice.row.invoiceId },
  });
}
