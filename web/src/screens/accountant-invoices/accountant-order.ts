import {
  type Invoice,
  invoiceStages,
  type InvoiceStage,
  invoiceStatuses,
  type InvoiceStatus,
} from "contract/invoices";
import { currencies } from "contract/money";
import { compareInvoiceCodes, type InvoiceGroup } from "#web/features/invoices/invoice-order.ts";
import { finder } from "#web/ui/search-text.ts";

export const accountantGroupings = ["none", "stage", "status", "currency"] as const;
export type AccountantGrouping = (typeof accountantGroupings)[number];
export const accountantSortKeys = ["created", "amount", "invoice_id"] as const;
export type AccountantSortKey = (typeof accountantSortKeys)[number];
/** The six orders of I:282: key and direction. */
export type AccountantSort = `${AccountantSortKey}_${"asc" | "desc"}`;

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

export function sortForAccountant(invoices: readonly Invoice[], sort: AccountantSort): Invoice[] {
  const direction = sort.endsWith("_desc") ? -1 : 1;
  return invoices.toSorted((a, b) => direction * compare(sort, a, b) || a.id - b.id);
}

function compare(sort: AccountantSort, a: Invoice, b: Invoice): number {
  if (sort.startsWith("created")) return Date.parse(a.createdAt) - Date.parse(b.createdAt);
  return sort.startsWith("amount") ? a.totalFee - b.totalFee : compareInvoiceCodes(a, b);
}

/** In the order of their lists; whatever is in none of them comes last (I:83). */
export function groupForAccountant(
  invoices: readonly Invoice[],
  grouping: AccountantGrouping,
): InvoiceGroup[] {
  if (grouping === "none") return [{ key: "all", label: "", invoices }];
  const order: readonly string[] = {
    stage: invoiceStages,
    status: invoiceStatuses,
    currency: currencies,
  }[grouping];
  const keys = [...new Set([...order, ...invoices.map((invoice) => invoice[grouping])])];
  return keys
    .map((key) => ({
      key,
      label: key,
      invoices: invoices.filter((invoice) => invoice[grouping] === key),
    }))
    .filter((group) => group.invoices.length > 0);
}
