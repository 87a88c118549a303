import type { Invoice, InvoiceStage, InvoiceStatus } from "contract/invoices";
import type { InvoiceSortKey } from "#web/features/invoices/invoice-order.ts";
import { finder } from "#web/ui/search-text.ts";

export const accountantGroupings = ["none", "stage", "status", "currency"] as const;

/** With the two directions these are the six orders of I:282. */
export const accountantSortKeys = {
  created: "created",
  amount: "amount",
  invoice_id: "invoiceId",
} as const satisfies Record<string, InvoiceSortKey>;

export type AccountantFilter = {
  readonly search: string;
  readonly status: InvoiceStatus | "all";
  readonly stage: InvoiceStage | "all";
};

/** By invoice id or case title, status and stage (I:74). */
export function filterInvoices(
  invoices: readonly Invoice[],
  { search, status, stage }: AccountantFilter,
): Invoice[] {
  const finds = finder(search);
  return invoices.filter(
    (invoice) =>
      (status === "all" || invoice.status === status) &&
      (stage === "all" || invoice.stage === stage) &&
      finds(invoice.invoiceId, invoice.caseTitle),
  );
}
