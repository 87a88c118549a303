import { and, eq, or, sql, type SQL } from "drizzle-orm";
import { pathOf } from "contract/endpoint";
import { MAX_ID } from "contract/fields";
import { invoicesApi } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import { openRecorded } from "#server/files/open-by-name.ts";
import type { Module } from "#server/modules/module.ts";
import { nameOfInvoiceFile } from "./invoice-file-name.ts";
import { assertMayChangeInvoice } from "./invoice-rights.ts";
import { keepInvoiceKeys } from "./invoice-search-keys.ts";
import {
  forgetMoved,
  forgetReceipt,
  ofInvoice,
  tellCreation,
  tellReceipt,
  tellUpdate,
} from "./invoice-tellings.ts";
import { visibleInvoices } from "./invoices.policy.ts";
import { invoicesRoutes } from "./invoices.routes.ts";
import { searchedInvoices } from "./invoices.search.ts";

const queries = {
  invoices: ({ caseId }) => [
    { readers: "money", keys: [pathOf(invoicesApi.listOfCase, { caseId })] },
    { readers: "invoicesScreen", keys: [invoicesApi.list.path], list: "invoices" },
  ],
  receipts: ({ id }) => [
    { readers: "money", keys: [pathOf(invoicesApi.listReceiptsOfCase, { id })] },
  ],
} satisfies CaseQueryDefinitions;

const events = {
  "invoice.created": {
    refreshes: ["invoices"],
    webhook: { type: "invoice_payment" },
    tells: tellCreation,
  },
  "invoice.updated": {
    refreshes: ["invoices", "receipts"],
    webhook: { type: "invoice_payment" },
    tells: tellUpdate,
    forgets: forgetMoved,
  },
  "invoice.removed": {
    refreshes: ["invoices", "receipts"],
    row: "gone",
    forgets: ({ invoiceId }) => ofInvoice(invoiceId),
  },
  "invoice.fileUploaded": { refreshes: ["invoices", "receipts"], row: "row" },
  "invoice.fileUpdated": { refreshes: ["invoices", "receipts"], row: "row" },
  "invoice.fileRemoved": {
    refreshes: ["invoices", "receipts"],
    row: "row",
    forgets: forgetReceipt,
  },
  "invoice.downloaded": { refreshes: [] },
  "receipt.uploaded": { refreshes: ["invoices", "receipts"], tells: tellReceipt },
} satisfies EventDefinitions;

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const invoicesModule: Module = {
  routes: invoicesRoutes,
  tables: [invoices, paymentReceipts],
  queries,
  events,
  searched: { invoice: searchedInvoices },
  reactions: [keepInvoiceKeys],
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
