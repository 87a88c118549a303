import { programLabels, type Program, programs } from "contract/case-parts";
import { type Invoice, invoiceStages, invoiceStatuses } from "contract/invoices";
import { currencies } from "contract/money";
import { searchableText, wantedText } from "#web/ui/search-text.ts";

export const invoiceGroupings = ["stage", "program", "currency", "status"] as const;
export type InvoiceGrouping = (typeof invoiceGroupings)[number];
export type InvoiceSortKey = "invoiceId" | "date" | "status" | "created" | "amount";

export type InvoiceGroup = {
  readonly key: string;
  /** Empty where nothing is grouped: such a group has no head. */
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

export type InvoiceSort = { by: InvoiceSortKey; isDescending: boolean };

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
  switch (by) {
    case "invoiceId":
      return natural.compare(a.invoiceId, b.invoiceId);
    case "date":
      return natural.compare(a.date, b.date);
    case "status":
      return invoiceStatuses.indexOf(a.status) - invoiceStatuses.indexOf(b.status);
    case "created":
      return Date.parse(a.createdAt) - Date.parse(b.createdAt);
    case "amount":
      return a.totalFee - b.totalFee;
  }
}

/** Groups in the order of their lists, then what stands in none of them; those without invoices are not shown (D-177, I:83). */
export function groupInvoices(
  invoices: readonly Invoice[],
  grouping: InvoiceGrouping | "none",
): InvoiceGroup[] {
  if (grouping === "none") return [{ key: "all", label: "", invoices }];
  const keyOf = (invoice: Invoice) => groupKeyOf(invoice, grouping);
  return [...new Set([...groupOrders[grouping], ...invoices.map(keyOf)])]
    .map((key) => ({
      key,
      label: grouping === "program" ? programLabel(key) : key,
      invoices: invoices.filter((invoice) => keyOf(invoice) === key),
    }))
    .filter((group) => group.invoices.length > 0);
}

const groupOrders: Record<InvoiceGrouping, readonly string[]> = {
  stage: invoiceStages,
  status: invoiceStatuses,
  currency: currencies,
  program: programs,
};

function groupKeyOf(invoice: Invoice, grouping: InvoiceGrouping): string {
  return grouping === "program" ? invoice.case.program : invoice[grouping];
}

function programLabel(program: string): string {
  return programLabels[program as Program] ?? program;
}
