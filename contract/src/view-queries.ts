/**
 * What a saved list may remember: what was searched and filtered, and the order. Where one is in the list (`from`,
 * `after`, `skip`, `limit`) belongs to no view.
 */
import * as z from "zod/mini";
import { caseStatuses } from "./case-status.ts";
import { programs } from "./cases.ts";
import { MAX_ID, PlainDate } from "./fields.ts";
import { invoiceStages, invoiceStatuses } from "./invoices.ts";
import { nationalities } from "./nationalities.ts";

export const viewScreens = ["cases", "invoices", "accountant"] as const;
export type ViewScreen = (typeof viewScreens)[number];

const MAX_NEEDLE = 200;
const MAX_DAYS = 365;

const Needle = z.string().check(z.maxLength(MAX_NEEDLE, "Must be at most 200 characters"));
const Flag = z.literal("true");
const Days = z
  .string()
  .check(z.refine((text) => isNumberUpTo(text, MAX_DAYS), `Must be 1 to ${MAX_DAYS} days`));
/** A user, or `me`: whoever looks. */
const Adviser = z
  .string()
  .check(z.refine((text) => text === "me" || isNumberUpTo(text, MAX_ID), "Invalid adviser"));

const fieldsOfCases = {
  q: Needle,
  groupBy: z.enum(["none", "status", "applicants", "agents"]),
  sort: z.enum(["updatedAt", "status"]),
  order: z.enum(["desc", "asc"]),
  status: oneOrMoreOf(caseStatuses),
  program: z.enum(programs),
  adviser: Adviser,
  nationality: z.enum(nationalities),
  unread: Flag,
  updatedWithin: Days,
  untouchedFor: Days,
};

const fieldsOfInvoices = {
  q: Needle,
  in: z.literal("title"),
  groupBy: z.enum(["none", "stage", "program", "currency", "status"]),
  sort: z.enum(["invoiceId", "date", "status", "created", "amount"]),
  order: z.enum(["desc", "asc"]),
  stage: oneOrMoreOf(invoiceStages),
  status: oneOrMoreOf(invoiceStatuses),
  currency: z.enum(["USD", "AED"]),
  program: z.enum(programs),
  dateFrom: PlainDate,
  dateTo: PlainDate,
};

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

/** In an address a list is joined by commas. */
function oneOrMoreOf(words: readonly string[]): z.ZodMiniType {
  return z
    .string()
    .check(
      z.refine((text) => text.split(",").every((word) => words.includes(word)), "Invalid filter"),
    );
}

function isNumberUpTo(text: string, most: number): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most;
}
