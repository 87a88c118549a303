/** The invoices of a case: drawn as the portal draws them, paid by receipts, moved from status to status. */
import type { InvoiceStatus } from "contract/invoices";
import type { InvoiceRow } from "#server/database/tables/invoices.ts";
import { drawInvoice } from "#server/modules/invoices/pdf/draw-invoice.ts";
import { moneyText } from "#server/modules/invoices/pdf/invoice-sheet.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { personIn } from "./demo-accounts.ts";
import type { DemoInvoice } from "./demo-bureau.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { daysAfter, minutesAfter } from "./demo-events.ts";
import { createTransferAdvice } from "./specimens/create-specimen.ts";

/** What a paid invoice goes through, and how many days after it was sent. */
const steps: { status: InvoiceStatus; days: number }[] = [
  { status: "Sent", days: 0 },
  { status: "Paid by client", days: 10 },
  { status: "Funds Processed", days: 12 },
  { status: "Completed", days: 14 },
];
const DAYS_UNTIL_RECEIPT = 9;

export async function fillInvoices(filling: DemoCaseContext): Promise<void> {
  for (const demoInvoice of filling.demoCase.invoices) {
    const row = await insertInvoice(filling, demoInvoice);
    if (!filling.demoCase.isSketched) await deliverPaper(filling, row);
    await insertReceipts(filling, { demoInvoice, row });
    recordSteps(filling, { demoInvoice, row });
  }
}

async function insertInvoice(
  filling: DemoCaseContext,
  demoInvoice: DemoInvoice,
): Promise<InvoiceRow> {
  const { demoCase, caseFile, people, activity } = filling;
  const { paymentReceipts: _later, note, ...columns } = demoInvoice;
  const createdAt = toldAt(filling, demoInvoice, "invoice_create") ?? noonOf(demoInvoice.date);
  const row = await buildInvoice({
    ...columns,
    caseId: caseFile.id,
    caseTitle: caseFile.title,
    numberOfApplicants: caseFile.numberOfApplicants,
    gender: demoCase.gender === "Ms." ? "Ms" : "Mr",
    notes: note,
    createdAt,
    updatedAt: createdAt,
  });
  activity.add({
    action: "invoice_create",
    actorId: personIn(people, demoCase.createdBy).id,
    documentName: row.invoiceId,
    stage: row.stage,
    metadata: { invoiceId: row.invoiceId },
    createdAt,
  });
  return row;
}

/** The automation service brings the paper a few seconds after the invoice was created. */
async function deliverPaper(
  { caseFile, activity }: DemoCaseContext,
  row: InvoiceRow,
): Promise<void> {
  const originalName = `${row.invoiceId}.pdf`;
  const uploadedAt = minutesAfter(row.createdAt, 0.1);
  const content = await drawInvoice({ row: { ...row, status: "Sent" }, caseFile });
  await buildInvoiceFile(row, { originalName, uploadedAt, content });
  activity.add({
    action: "upload",
    actorId: null,
    documentName: originalName,
    stage: row.stage,
    metadata: { source: "automation" },
    createdAt: uploadedAt,
  });
}

type Billed = { demoInvoice: DemoInvoice; row: InvoiceRow };

async function insertReceipts(
  filling: DemoCaseContext,
  { demoInvoice, row }: Billed,
): Promise<void> {
  const { demoCase, people, activity } = filling;
  const told = demoCase.auditEvents.find(
    ({ action, metadata }) =>
      action === "payment_receipt_generate" && metadata?.["invoiceId"] === row.invoiceId,
  );
  const client = demoCase.assignedUsers.find((key) => personIn(people, key).role === "client");
  const actorId = personIn(people, told?.actor ?? client ?? demoCase.createdBy).id;
  const share = Math.round(row.totalFee / Math.max(1, demoInvoice.paymentReceipts.length));
  for (const [index, originalName] of demoInvoice.paymentReceipts.entries()) {
    const usual = daysAfter(row.createdAt, DAYS_UNTIL_RECEIPT);
    const uploadedAt = minutesAfter(told?.createdAt ?? usual, index);
    const amount = moneyText(share, row.currency);
    const content = await createTransferAdvice(demoCase, {
      originalName,
      paidOn: uploadedAt,
      amount,
    });
    await buildInvoiceFile(row, {
      list: "other",
      originalName,
      uploadedAt,
      content,
      createdBy: actorId,
    });
    activity.add({
      action: "payment_receipt_generate",
      actorId,
      documentName: originalName,
      metadata: { invoiceId: row.invoiceId },
      createdAt: uploadedAt,
    });
  }
}

function recordSteps(filling: DemoCaseContext, { demoInvoice, row }: Billed): void {
  const { demoCase, people, activity } = filling;
  const actorId = personIn(people, demoCase.createdBy).id;
  const last = steps.findIndex(({ status }) => status === row.status);
  const cancelledAt = toldAt(filling, demoInvoice, "invoice_update") ?? row.createdAt;
  const moves =
    row.status === "Cancelled"
      ? [{ from: "Sent", to: "Cancelled", createdAt: cancelledAt }]
      : steps.slice(1, last + 1).map(({ status, days }, index) => ({
          from: steps[index]?.status,
          to: status,
          createdAt: daysAfter(row.createdAt, days),
        }));
  for (const { from, to, createdAt } of moves) {
    activity.add({
      action: "invoice_update",
      actorId,
      documentName: row.invoiceId,
      stage: row.stage,
      metadata: { status: { from, to } },
      createdAt,
    });
  }
}

function toldAt(
  { demoCase }: DemoCaseContext,
  { invoiceId }: DemoInvoice,
  action: "invoice_create" | "invoice_update",
): string | undefined {
  return demoCase.auditEvents.find(
    (event) => event.action === action && event.metadata?.["invoiceId"] === invoiceId,
  )?.createdAt;
}

function noonOf(date: string): string {
  return new Date(`${date}T12:00:00+04:00`).toISOString();
}
