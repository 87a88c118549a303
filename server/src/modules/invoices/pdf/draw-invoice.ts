/** The invoice as a PDF, made from its fields while no other has been delivered (D-016). */
import { drawPaper } from "#server/files/papers/draw-paper.ts";
import type { InvoiceOfCase } from "#server/modules/invoices/invoices.queries.ts";
import { type InvoiceSheet, sheetOf } from "./invoice-sheet.ts";

export async function drawInvoice(invoice: InvoiceOfCase): Promise<Buffer> {
  return drawSheet(await sheetOf(invoice));
}

export function drawSheet(sheet: InvoiceSheet): Promise<Buffer> {
  return drawPaper({ paper: new URL("./invoice-paper.ts", import.meta.url), sheet });
}
