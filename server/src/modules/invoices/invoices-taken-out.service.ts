/** The invoices of a case with their files, for whoever takes the whole case out. */
import { and, eq, inArray } from "drizzle-orm";
import { clientInvoiceStatuses, type Invoice } from "contract/invoices";
import { type Actor, system } from "#server/core/actor.ts";
import type { Executor } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { invoiceAnswer } from "./invoice-answer.ts";
import { filesFor, pdfsOfStage } from "./invoice-files.model.ts";
import { listInvoices, type ListedInvoice } from "./invoices.queries.ts";
import { drawInvoice } from "./pdf/draw-invoice.ts";

export type TakenInvoice = {
  readonly answer: Invoice;
  /** The portal draws it while none has been delivered (D-016). */
  readonly draw: (() => Promise<Buffer>) | null;
  /** What lives elsewhere is named in the answer by its address: the portal fetches nothing from there. */
  readonly files: readonly TakenFile[];
};
type TakenFile = { name: string; isReceipt: boolean; file: StoredFileRow | null };

/** The caller has asked whether the reader sees the case. A client has those that are to be paid or are paid (D-025). */
export async function invoicesTakenOut(
  executor: Executor,
  reader: Actor,
  { caseFile, isForClient }: { caseFile: CaseRow; isForClient: boolean },
): Promise<TakenInvoice[]> {
  const shown = isForClient ? inArray(invoices.status, [...clientInvoiceStatuses]) : undefined;
  const ofCase = and(eq(invoices.caseId, caseFile.id), shown);
  const listed = await listInvoices(executor, system, ofCase);
  const files = await storedFilesOf(executor, reader, listed);
  return listed.map((invoice) => ({
    answer: invoiceAnswer(reader, invoice),
    draw:
      pdfsOfStage(invoice.row).length > 0
        ? null
        : () => drawInvoice({ row: invoice.row, caseFile }),
    files: filesFor(reader, invoice.row).flatMap(({ list, entry }) =>
      entry.storedFileId === null
        ? []
        : [
            {
              name: entry.original_name,
              isReceipt: list === "other",
              file: files.get(entry.storedFileId) ?? null,
            },
          ],
    ),
  }));
}

async function storedFilesOf(
  executor: Executor,
  reader: Actor,
  listed: readonly ListedInvoice[],
): Promise<Map<number, StoredFileRow>> {
  const entries = listed.flatMap(({ row }) => filesFor(reader, row));
  const ids = entries.flatMap(({ entry }) => entry.storedFileId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await executor.select().from(storedFiles).where(inArray(storedFiles.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
