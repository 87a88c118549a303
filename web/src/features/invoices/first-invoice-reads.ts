import type { invoiceListsApi } from "contract/invoice-lists";

/** The two calls that the invoices screen begins with, asked for before its code is there. */
export const firstInvoiceReads = [
  "/api/invoices/counts?groupBy=stage" satisfies `${typeof invoiceListsApi.counts.path}?${string}`,
  "/api/invoices/page?groupBy=stage&sort=invoiceId&order=desc" satisfies `${typeof invoiceListsApi.page.path}?${string}`,
];
