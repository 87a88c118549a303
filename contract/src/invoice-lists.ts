/** Invoices at any number: pages, counts and single rows of a list. */
import * as z from "zod/mini";
import { sortOrders } from "./case-order.ts";
import { programs } from "./case-parts.ts";
import { endpoint } from "./endpoint.ts";
import { PlainDate } from "./fields.ts";
import { invoiceGroupings, invoiceSorts } from "./invoice-order.ts";
import { Invoice, invoiceStages, invoiceStatuses } from "./invoices.ts";
import { anyOf, Cursor, GroupCount, listQuery, Needle, pageWindow, someIds } from "./list-query.ts";
import { currencies } from "./money.ts";

/** As many as a page may have, too: each carries its files. */
export const INVOICES_PER_PAGE = 50;

export const InvoiceRow = z.extend(Invoice, {
  /** The key of the group that it stands in; null without groups. */
  group: z.nullable(z.string()),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

const filters = {
  q: z.optional(Needle),
  /** Searched in code and case title alone (I-ACCT-003). */
  in: z.optional(z.literal("title", "Invalid place of the search")),
  stage: z.optional(anyOf(invoiceStages, "Invalid stage")),
  status: z.optional(anyOf(invoiceStatuses, "Invalid status")),
  currency: z.optional(z.enum(currencies, "Invalid currency")),
  program: z.optional(z.enum(programs, "Invalid program")),
  dateFrom: z.optional(PlainDate),
  dateTo: z.optional(PlainDate),
};
const groupBy = z._default(z.enum(invoiceGroupings, "Invalid grouping"), "none");

/** What is filtered, and in which order it stands: a page of it is read, or all of it is taken out. */
export const invoicesInOrder = {
  groupBy,
  sort: z._default(z.enum(invoiceSorts, "Invalid sort"), "invoiceId"),
  order: z._default(z.enum(sortOrders, "Invalid order"), "desc"),
  ...filters,
};

export const InvoicePageQuery = listQuery({
  ...invoicesInOrder,
  ...pageWindow({ most: INVOICES_PER_PAGE }),
});
export type InvoicePageQuery = z.output<typeof InvoicePageQuery>;

export const InvoiceCountsQuery = listQuery({ groupBy, ...filters, after: z.optional(Cursor) });
export type InvoiceCountsQuery = z.output<typeof InvoiceCountsQuery>;

export const InvoiceRowsQuery = listQuery({ ids: someIds("At most 100 invoices"), groupBy });
export type InvoiceRowsQuery = z.output<typeof InvoiceRowsQuery>;

export const InvoicePage = z.object({
  rows: z.array(InvoiceRow),
  /** For `after`; null at the end. */
  next: z.nullable(z.string()),
  /** How many invoices cannot be found by their texts yet. */
  preparing: z.number(),
});
export type InvoicePage = z.infer<typeof InvoicePage>;

export const InvoiceCounts = z.object({
  /** All that this person may see, whatever is searched. */
  total: z.number(),
  /** What search and filters leave, and its groups; empty ones are absent. */
  found: z.number(),
  groups: z.array(GroupCount),
  /** There are fewer groups than an answer holds. */
  next: z.null(),
  preparing: z.number(),
});
export type InvoiceCounts = z.infer<typeof InvoiceCounts>;

export const invoiceListsApi = {
  page: endpoint({
    method: "GET",
    path: "/api/invoices/page",
    access: "signedIn",
    scope: "invoices:read",
    summary:
      "A page of the invoices this user may see, in any order, grouped, searched and filtered",
    query: InvoicePageQuery,
    response: InvoicePage,
    passive: true,
  }),
  counts: endpoint({
    method: "GET",
    path: "/api/invoices/counts",
    access: "signedIn",
    scope: "invoices:read",
    summary: "How many invoices there are to see, and how many in each group",
    query: InvoiceCountsQuery,
    response: InvoiceCounts,
    passive: true,
  }),
  rows: endpoint({
    method: "GET",
    path: "/api/invoices/rows",
    access: "signedIn",
    scope: "invoices:read",
    summary: "Single rows of the list; an invoice that is missing has gone",
    query: InvoiceRowsQuery,
    response: z.array(InvoiceRow),
    passive: true,
  }),
};
