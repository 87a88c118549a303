import { programLabels, type Program, programs } from "contract/cases";
import { type Invoice, invoiceStages, invoiceStatuses } from "contract/invoices";
import { currencies } from "contract/money";
import { searchableText, wantedText } from "#web/ui/search-text.ts";

export const invoiceGroupings = ["stage", "program", "currency", "status"] as const;
export type InvoiceGrouping = (typeof invoiceGroupings)[number];
export const invoiceSortKeys = ["invoiceId", "date", "status"] as const;
export type InvoiceSortKey = (typeof invoiceSortKeys)[number];

export type InvoiceGroup = {
  readonly key: string;
  readonly label: string;
  readonly invoices: readonly Invoice[];
};

/** Numbers inside ids count as numbers: S1-2026-2 before S1-2026-10 (D-149). */
const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

export type SearchableInvoice = { readonly invoice: Invoice; readonly haystack: string };

/** Id, case title, status, stage, currency and program, both as stored and as shown (I:45, D-177). */
export function prepareInvoiceSearch(invoices: readonly Invoice[]): SearchableInvoice[] {
  return invoices.map((invoice) => {
    const { invoiceId, caseTitle, status, stage, currency } = invoice;
    const { title, program } = invoice.case;
    const texts = [
      invoiceId,
      caseTitle,
      title,
      status,
      stage,
      currency,
      program,
      programLabel(program),
    ];
    return { invoice, haystack: searchableText(texts) };
  });
}

export function searchInvoices(prepared: readonly SearchableInvoice[], text: string): Invoice[] {
  const needle = wantedText(text);
  return prepared.filter(({ haystack }) => haystack.includes(needle)).map(({ invoice }) => invoice);
}

type InvoiceSort = { by: InvoiceSortKey; isDescending: boolean };

export function sortInvoices(
  invoices: readonly Invoice[],
  { by, isDescending }: InvoiceSort,
): Invoice[] {
  const direction = isDescending ? -1 : 1;
  return invoices.toSorted(
    (a, b) => direction * compareBy(by, a, b) || natural.compare(b.invoiceId, a.invoiceId),
  );
}

function compareBy(by: InvoiceSortKey, a: Invoice, b: Invoice): number {
  if (by === "invoiceId") return compareInvoiceCodes(a, b);
  if (by === "date") return natural.compare(a.date, b.date);
  return invoiceStatuses.indexOf(a.status) - invoiceStatuses.indexOf(b.status);
}

export function compareInvoiceCodes(a: Invoice, b: Invoice): number {
  return natural.compare(a.invoiceId, b.invoiceId);
}

/** Groups in the order of their lists; those without invoices are not shown (D-177). */
export function groupInvoices(
  invoices: readonly Invoice[],
  grouping: InvoiceGrouping,
): InvoiceGroup[] {
  return groupOrder(grouping)
    .map((key) => ({
      key,
      label: grouping === "program" ? programLabel(key) : key,
      invoices: invoices.filter((invoice) => groupKeyOf(invoice, grouping) === key),
    }))
    .filter((group) => group.invoices.length > 0);
}

function groupOrder(grouping: InvoiceGrouping): readonly string[] {
  const orders = {
    stage: invoiceStages,
    status: invoiceStatuses,
    currency: currencies,
    program: programs,
  };
  return orders[grouping];
}

function groupKeyOf(invoice: Invoice, grouping: InvoiceGrouping): string {
  return grouping === "program" ? invoice.case.program : invoice[grouping];
}

function programLabel(program: string): string {
  return programLabels[program as Program] ?? program;
}
