import { eq } from "drizzle-orm";
import type { FileListName } from "contract/invoice-files";
import { runtime } from "#server/core/runtime.ts";
import {
  type InvoiceFileEntry,
  invoices,
  type InvoiceRow,
} from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { storageColumns } from "#server/files/file-columns.ts";
import { newEntry, withEntry } from "#server/modules/invoices/invoice-files.model.ts";
import { buildCase } from "./cases.ts";
import { buildStoredFile } from "./files.ts";
import { uniqueSuffix } from "./unique.ts";

export type InvoiceInput = Partial<typeof invoices.$inferInsert>;

/** Sent, in dollars, for stage 1 of a case of its own unless said otherwise. */
export async function buildInvoice(input: InvoiceInput = {}): Promise<InvoiceRow> {
  const usdFee = input.usdFee ?? 1_800_000;
  const [row] = await runtime.database
    .insert(invoices)
    .values({
      invoiceId: `S1-${uniqueSuffix()}-A`,
      caseTitle: "Robin Person - Vanuatu Citizenship",
      stage: "Stage 1",
      usdFee,
      totalFee: usdFee,
      date: "2026-11-21",
      ...input,
      caseId: input.caseId ?? (await buildCase()).id,
    })
    .returning();
  if (!row) throw new Error("The invoice was not inserted");
  return row;
}

type FileInput = {
  /** The list of the invoice's own stage unless said otherwise. */
  list?: FileListName;
  originalName?: string;
  mimeType?: string;
  content?: Buffer;
  uploadedAt?: string;
  createdBy?: number | null;
  /** Lives elsewhere: nothing is stored. */
  externalUrl?: string;
};

/** One more entry in a list of the invoice, with its bytes in storage; a payment receipt also gets its row (D-157). */
export async function buildInvoiceFile(
  invoice: InvoiceRow,
  input: FileInput = {},
): Promise<InvoiceFileEntry> {
  const { list = invoice.stage, originalName = "Invoice.pdf", externalUrl } = input;
  const about = {
    original_name: originalName,
    uploaded_at: input.uploadedAt ?? runtime.clock.now().toISOString(),
  };
  if (externalUrl !== undefined) return append(invoice, list, newEntry({ ...about, externalUrl }));
  const storedFile = await buildStoredFile({
    kind: list === "other" ? "receipt" : "invoice",
    caseId: invoice.caseId,
    createdBy: input.createdBy ?? null,
    originalName,
    ...(input.mimeType && { mimeType: input.mimeType }),
    ...(input.content && { content: input.content }),
  });
  const entry = await append(invoice, list, newEntry({ ...about, storedFile }));
  if (list === "other") await insertReceipt(invoice, entry, storedFile);
  return entry;
}

async function append(
  invoice: InvoiceRow,
  list: FileListName,
  entry: InvoiceFileEntry,
): Promise<InvoiceFileEntry> {
  const [current] = await runtime.database
    .select()
    .from(invoices)
    .where(eq(invoices.id, invoice.id));
  await runtime.database
    .update(invoices)
    .set(withEntry(current ?? invoice, { list, entry }))
    .where(eq(invoices.id, invoice.id));
  return entry;
}

async function insertReceipt(
  invoice: InvoiceRow,
  entry: InvoiceFileEntry,
  file: StoredFileRow,
): Promise<void> {
  await runtime.database.insert(paymentReceipts).values({
    ...storageColumns(file),
    invoiceId: invoice.id,
    caseId: invoice.caseId,
    originalName: entry.original_name,
    downloadUrl: `/api/invoices/download-file/${invoice.id}/${entry.id}`,
    createdAt: entry.uploaded_at,
  });
}
