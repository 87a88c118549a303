/** The files of an invoice. Every list is changed under the lock of its invoice: the automation and a person may change the same one at once (S-44). */
import { and, eq } from "drizzle-orm";
import { pathOf } from "contract/endpoint";
import { type FileListName, invoiceFilesApi } from "contract/invoice-files";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { AutomationActor, AuditableActor, SignedInActor } from "#server/core/actor.ts";
import { badField, badRequest, notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import {
  type InvoiceFileEntry,
  invoices,
  type InvoiceRow,
} from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { storageColumns } from "#server/files/file-columns.ts";
import { cleanName, cleanRename, MAX_RENAMED_CHARACTERS } from "#server/files/names.ts";
import { keepFiles, type ReceivedFile, releaseFiles } from "#server/files/stored.ts";
import { assertRoomInCase } from "#server/modules/documents/case-quota.ts";
import {
  entriesOf,
  lastSegment,
  newEntry,
  withChangedEntry,
  withEntry,
  withoutEntry,
} from "./invoice-files.model.ts";
import { assertMayChangeInvoice } from "./invoice-rights.ts";
import { recordFile } from "./invoices.events.ts";
import { assertManagesInvoices } from "./invoices.policy.ts";
import { type InvoiceOfCase, lockInvoice } from "./invoices.queries.ts";

type Upload = {
  subject: SubjectRecord;
  list: FileListName;
  files: readonly ReceivedFile[];
  /** The name to show instead of the file's own. */
  originalName: string | null;
};

export async function upload(actor: AuditableActor, input: Upload): Promise<InvoiceFileEntry> {
  assertManagesInvoices(actor);
  return inTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, actor, input.subject);
    const entry = await addStoredFile(tx, invoice, input);
    await recordFile(tx, actor, {
      name: "invoice.fileUploaded",
      action: "upload",
      invoice,
      documentName: entry.original_name,
      stage: input.list,
      metadata: sourceOf(actor),
    });
    return entry;
  });
}

type Delivery = Omit<Upload, "files"> & { externalUrl: string };

/** A file that stays where it is; the same address is kept once in a list (S-50). `isNew` is false the second time. */
export async function deliverAddress(
  actor: AutomationActor,
  input: Delivery,
): Promise<{ entry: InvoiceFileEntry; isNew: boolean }> {
  const { list, externalUrl } = input;
  return inTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, actor, input.subject);
    const known = entriesOf(invoice.row, list).find((entry) => entry.external_url === externalUrl);
    if (known) return { entry: known, isNew: false };
    const entry = newEntry({
      original_name: nameAtAddress(input.originalName, externalUrl),
      uploaded_at: now(),
      externalUrl,
    });
    await change(tx, invoice.row, withEntry(invoice.row, { list, entry }));
    await recordFile(tx, actor, {
      name: "invoice.fileUploaded",
      action: "upload",
      invoice,
      documentName: entry.original_name,
      stage: list,
      metadata: sourceOf(actor),
    });
    return { entry, isNew: true };
  });
}

/** The proof of a payment, from whoever pays. It changes no status by itself (D-157). */
export async function uploadReceipt(
  actor: SignedInActor,
  input: Pick<Upload, "subject" | "files">,
): Promise<InvoiceFileEntry> {
  await assertMayChangeInvoice(actor, input.subject.caseId);
  return inTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, actor, input.subject);
    const entry = await addStoredFile(tx, invoice, {
      files: input.files,
      list: "other",
      originalName: null,
    });
    await recordFile(tx, actor, {
      name: "receipt.uploaded",
      action: "payment_receipt_generate",
      invoice,
      documentName: entry.original_name,
      stage: null,
      metadata: { invoiceId: invoice.row.invoiceId },
      storedFileId: entry.storedFileId,
    });
    return entry;
  });
}

type OneFile = { subject: SubjectRecord; list: FileListName; fileId: string };

/** A payment receipt goes with its entry (D-157). */
export async function removeFile(actor: SignedInActor, input: OneFile): Promise<void> {
  assertManagesInvoices(actor);
  await inTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, actor, input.subject);
    const { row } = invoice;
    const entry = entryIn(row, input);
    const { storedFileId } = entry;
    await Promise.all([
      change(tx, row, withoutEntry(row, { list: input.list, entry })),
      storedFileId && tx.delete(paymentReceipts).where(isReceiptOf(row, storedFileId)),
    ]);
    if (storedFileId !== null) await releaseFiles(tx, [storedFileId]);
    await recordFile(tx, actor, {
      name: "invoice.fileRemoved",
      action: "delete",
      invoice,
      documentName: entry.original_name,
      stage: input.list,
      storedFileId,
    });
  });
}

/** The extension stays (D-019, D-076). */
export async function renameFile(
  actor: SignedInActor,
  input: OneFile & { newName: string },
): Promise<InvoiceFileEntry> {
  assertManagesInvoices(actor);
  return inTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, actor, input.subject);
    const { row } = invoice;
    const entry = entryIn(row, input);
    const name = cleanRename(entry.original_name, input.newName);
    if (name === "") throw badField("newName", "File name is required");
    if (name === entry.original_name) return entry;
    const renamed = { ...entry, original_name: name };
    await change(tx, row, withChangedEntry(row, { list: input.list, entry: renamed }));
    if (entry.storedFileId !== null) {
      await tx
        .update(paymentReceipts)
        .set({ originalName: name })
        .where(isReceiptOf(row, entry.storedFileId));
    }
    await recordFile(tx, actor, {
      name: "invoice.fileUpdated",
      action: "update",
      invoice,
      documentName: name,
      stage: input.list,
      metadata: { original_name: { from: entry.original_name, to: name } },
    });
    return renamed;
  });
}

type NewFile = Pick<Upload, "files" | "list" | "originalName">;

async function addStoredFile(
  tx: Transaction,
  { row, caseFile }: InvoiceOfCase,
  { files, list, originalName }: NewFile,
): Promise<InvoiceFileEntry> {
  const [file, ...more] = files;
  if (!file) throw badRequest("No files selected");
  if (more.length > 0) throw badRequest("Please select one file");
  await assertRoomInCase(tx, caseFile.id, files);
  const [storedFile] = await keepFiles(tx, files);
  if (!storedFile) throw notFound("file");
  const chosen = originalName === null ? "" : cleanRename(file.originalName, originalName);
  const entry = newEntry({
    original_name: chosen || file.originalName,
    uploaded_at: now(),
    storedFile,
  });
  await Promise.all([
    change(tx, row, withEntry(row, { list, entry })),
    list === "other" ? insertReceipt(tx, row, { entry, storedFile }) : undefined,
  ]);
  return entry;
}

/** Whatever way a payment receipt comes in, it is an entry and a row (D-157). */
async function insertReceipt(
  tx: Transaction,
  row: InvoiceRow,
  { entry, storedFile }: { entry: InvoiceFileEntry; storedFile: StoredFileRow },
): Promise<void> {
  await tx.insert(paymentReceipts).values({
    ...storageColumns(storedFile),
    invoiceId: row.id,
    caseId: row.caseId,
    originalName: entry.original_name,
    downloadUrl: pathOf(invoiceFilesApi.downloadFile, { invoiceId: row.id, fileId: entry.id }),
  });
}

async function change(tx: Transaction, row: InvoiceRow, patch: Partial<InvoiceRow>): Promise<void> {
  await tx.update(invoices).set(patch).where(eq(invoices.id, row.id));
}

function entryIn(row: InvoiceRow, { list, fileId }: OneFile): InvoiceFileEntry {
  const entry = entriesOf(row, list).find((candidate) => candidate.id === fileId);
  if (!entry) throw notFound("file");
  return entry;
}

function isReceiptOf(row: InvoiceRow, storedFileId: number) {
  return and(eq(paymentReceipts.invoiceId, row.id), eq(paymentReceipts.storedFileId, storedFileId));
}

function nameAtAddress(given: string | null, address: string): string {
  const names = [given ?? "", lastSegment(address)];
  return names.map((name) => cleanName(name, MAX_RENAMED_CHARACTERS)).find(Boolean) ?? "document";
}

function sourceOf(actor: AuditableActor): Record<string, unknown> {
  return actor.kind === "automation" ? { source: "automation" } : {};
}

function now(): string {
  return runtime.clock.now().toISOString();
}
