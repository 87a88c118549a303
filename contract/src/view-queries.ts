/**
 * What a saved list may remember: what was searched and filtered, and the order. Where one is in the list (`from`,
 * `after`, `skip`, `limit`) belongs to no view.
 */
import * as z from "zod/mini";
import { CasePageQuery } from "./case-lists.ts";
import { programs } from "./case-parts.ts";
import { PlainDate } from "./fields.ts";
import { invoiceStages, invoiceStatuses } from "./invoices.ts";
import { anyOf, Needle } from "./list-query.ts";

export const viewScreens = ["cases", "invoices", "accountant"] as const;
export type ViewScreen = (typeof viewScreens)[number];

const fieldsOfInvoices = {
  q: Needle,
  in: z.literal("title"),
  groupBy: z.enum(["none", "stage", "program", "currency", "status"]),
  sort: z.enum(["invoiceId", "date", "status", "created", "amount"]),
  order: z.enum(["desc", "asc"]),
  stage: anyOf(invoiceStages, "Invalid stage"),
  status: anyOf(invoiceStatuses, "Invalid status"),
  currency: z.enum(["USD", "AED"]),
  program: z.enum(programs),
  dateFrom: PlainDate,
  dateTo: PlainDate,
};

/** Where one is in the list belongs to no view. */
const {
  from: _from,
  after: _after,
  skip: _skip,
  limit: _limit,
  ...fieldsOfCases
} = CasePageQuery.shape;

const fieldsOf: Record<ViewScreen, Readonly<Record<string, z.ZodMiniType>>> = {
  cases: fieldsOfCases,
  invoices: fieldsOfInvoices,
  accountant: fieldsOfInvoices,
};

/** Parameters as they stand in an address; a number may come as one. */
export const ViewQuery = z.record(
  z.string().check(z.maxLength(40)),
  z.union([z.string().check(z.maxLength(1000)), z.number()]),
);
export type ViewQuery = z.infer<typeof ViewQuery>;

/** The parameters that this screen does not understand, or not with this value. */
export function unreadParameters(screen: ViewScreen, query: ViewQuery): string[] {
  const fields = fieldsOf[screen];
  return Object.keys(query).filter((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return !field || !z.safeParse(field, String(query[name])).success;
  });
}
