import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { MAX_ID } from "contract/fields";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import { openRecorded } from "#server/files/open-by-name.ts";
import type { Module } from "#server/modules/module.ts";
import { nameOfInvoiceFile } from "./invoice-file-name.ts";
import { assertMayChangeInvoice } from "./invoice-rights.ts";
import { visibleInvoices } from "./invoices.policy.ts";
import { invoicesRoutes } from "./invoices.routes.ts";

export const invoicesModule: Module = {
  routes: invoicesRoutes,
  tables: [invoices, paymentReceipts],
  subjects: {
    invoice: {
      async find(actor, params) {
        const reference = String(params["invoiceId"] ?? params["id"]);
        const [row] = await runtime.database
          .select({ id: invoices.id, caseId: invoices.caseId })
          .from(invoices)
          .innerJoin(cases, eq(cases.id, invoices.caseId))
          .where(and(namesInvoice(reference), visibleInvoices(actor)))
          .orderBy(sql`(${invoices.id}::text = ${reference}) desc`)
          .limit(1);
        return row;
      },
      assertMayChange: (actor, record) => assertMayChangeInvoice(actor, record.caseId),
    },
  },
  fileKinds: {
    invoice: { uploads: { invoiceFile: {} }, open: openRecorded(nameOfInvoiceFile) },
    receipt: { uploads: { paymentReceipt: {} }, open: openRecorded(nameOfInvoiceFile) },
    invoicePdf: { uploads: {}, open: openRecorded(nameOfInvoiceFile) },
  },
};

/** A record's number first, then the invoice's text code (D-013). */
function namesInvoice(reference: string): SQL {
  const byCode = sql`lower(${invoices.invoiceId}) = lower(${reference})`;
  const number = Number(reference);
  const isNumber = /^\d{1,10}$/.test(reference) && number <= MAX_ID;
  return isNumber ? (or(eq(invoices.id, number), byCode) ?? byCode) : byCode;
}
