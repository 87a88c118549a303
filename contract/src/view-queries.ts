/**
 * What a saved list may remember: what was searched and filtered, and the order. Where one is in the list (`from`,
 * `after`, `skip`, `limit`) belongs to no view.
 */
import * as z from "zod/mini";
import { CasePageQuery } from "./case-lists.ts";
import { InvoicePageQuery } from "./invoice-lists.ts";

export const viewScreens = ["cases", "invoices", "accountant"] as const;
export type ViewScreen = (typeof viewScreens)[number];

/** Where one is in the list belongs to no view. */
const place = { from: true, after: true, skip: true, limit: true } as const;
const fieldsOfInvoices = z.omit(InvoicePageQuery, place).shape;

const fieldsOf: Record<ViewScreen, Readonly<Record<string, z.ZodMiniType>>> = {
  cases: z.omit(CasePageQuery, place).shape,
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
