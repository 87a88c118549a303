/**
 * In which order invoices stand, and in which groups (D-149, D-177): the same in the statements of the server and in the
 * web, which puts an invoice that has changed where it belongs.
 */
import { compareTexts, type SortOrder } from "./case-order.ts";
import { type Program, programLabels, programs } from "./case-parts.ts";
import { type Invoice, invoiceStages, invoiceStatuses } from "./invoices.ts";
import { currencies } from "./money.ts";

export const invoiceSorts = ["invoiceId", "date", "status", "created", "amount"] as const;
export type InvoiceSort = (typeof invoiceSorts)[number];
export const invoiceGroupings = ["none", "stage", "program", "currency", "status"] as const;
export type InvoiceGrouping = (typeof invoiceGroupings)[number];

export type InvoiceOrder = {
  readonly groupBy: InvoiceGrouping;
  readonly sort: InvoiceSort;
  readonly order: SortOrder;
};

/** Groups stand in the order of their lists, whichever way is sorted. */
export const invoiceGroupKeys: Record<Exclude<InvoiceGrouping, "none">, readonly string[]> = {
  stage: invoiceStages,
  program: programs,
  currency: currencies,
  status: invoiceStatuses,
};

export type OrderedInvoice = Pick<
  Invoice,
  "id" | "invoiceId" | "stage" | "status" | "currency" | "date" | "createdAt" | "totalFee"
> & { readonly case: Pick<Invoice["case"], "program"> };

/** By group, then by the sort, then the highest code, then the highest number. */
export function compareInvoices(a: OrderedInvoice, b: OrderedInvoice, by: InvoiceOrder): number {
  const direction = by.order === "asc" ? 1 : -1;
  return (
    groupPosition(a, by.groupBy) - groupPosition(b, by.groupBy) ||
    direction * compareValues(a, b, by.sort) ||
    compareCodes(b, a) ||
    b.id - a.id
  );
}

function compareValues(a: OrderedInvoice, b: OrderedInvoice, sort: InvoiceSort): number {
  switch (sort) {
    case "invoiceId":
      return compareCodes(a, b);
    case "date":
      return compareTexts(a.date, b.date);
    case "status":
      return invoiceStatuses.indexOf(a.status) - invoiceStatuses.indexOf(b.status);
    case "created":
      return compareTexts(a.createdAt, b.createdAt);
    case "amount":
      return a.totalFee - b.totalFee;
  }
}

function compareCodes(a: OrderedInvoice, b: OrderedInvoice): number {
  return compareTexts(codeSort(a.invoiceId), codeSort(b.invoiceId));
}

/** Numbers in codes count as numbers: each stands without leading zeros behind its length, so 2 comes before 10. */
export function codeSort(code: string): string {
  return code
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/0*([0-9]+)/g, (_, digits: string) => String(digits.length).padStart(2, "0") + digits);
}

/** The key of the group that an invoice stands in; null without groups. */
export function invoiceGroupKey(invoice: OrderedInvoice, groupBy: InvoiceGrouping): string | null {
  if (groupBy === "none") return null;
  return groupBy === "program" ? invoice.case.program : invoice[groupBy];
}

/** What stands in no list comes last. */
function groupPosition(invoice: OrderedInvoice, groupBy: InvoiceGrouping): number {
  if (groupBy === "none") return 0;
  const keys = invoiceGroupKeys[groupBy];
  const position = keys.indexOf(invoiceGroupKey(invoice, groupBy) ?? "");
  return position === -1 ? keys.length : position;
}

/** Programs have names; everything else is shown as it is kept. */
export function invoiceGroupLabel(key: string, groupBy: InvoiceGrouping): string {
  return groupBy === "program" ? (programLabels[key as Program] ?? key) : key;
}
