/** What a client finds first in his case: what is needed of him, where the case stands, what is to be paid (W-HOM). */
import * as z from "zod/mini";
import { caseStatuses } from "./case-status.ts";
import { askedCategories } from "./checklist-parts.ts";
import { endpoint } from "./endpoint.ts";
import { Timestamp } from "./fields.ts";
import { currencies } from "./money.ts";

/** In this order: the first that holds. */
export const homeStates = [
  "finished",
  "closed",
  "paused",
  "overdue",
  "change",
  "upload",
  "waiting",
  "nothing",
] as const;
export type HomeState = (typeof homeStates)[number];

/** What a client is asked to send, at whatever stage of it; the most pressing first. */
export const neededStates = ["changes_requested", "expired", "missing", "expiring"] as const;
export type NeededState = (typeof neededStates)[number];

export const MOST_NEEDS = 3;
/** Letters of a message or of what is asked for, before it is cut. */
export const HOME_TEXT_LENGTH = 140;

export const rangeUnits = ["day", "week", "month"] as const;
export type RangeUnit = (typeof rangeUnits)[number];
export const daysOfUnit: Record<RangeUnit, number> = { day: 1, week: 7, month: 30.4375 };
export const rangePlaces = ["before", "within", "after"] as const;

const Day = z.string();

const HomePerson = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
});
export type HomePerson = z.infer<typeof HomePerson>;

/** What goes with a file that is sent for it. */
const NeedUpload = z.object({
  category: z.nullable(z.enum(askedCategories)),
  assignedTo: z.nullable(z.number()),
  country: z.nullable(z.string()),
  extraItemId: z.nullable(z.number()),
  /** The document that has to be changed. */
  replaces: z.nullable(z.number()),
});

export const NeededItem = z.object({
  kind: z.literal("item"),
  key: z.string(),
  label: z.string(),
  /** Null: the whole case. */
  person: z.nullable(z.string()),
  state: z.enum(neededStates),
  dueOn: z.nullable(Day),
  isOverdue: z.boolean(),
  publicText: z.nullable(z.string()),
  validUntil: z.nullable(Day),
  upload: NeedUpload,
});
export type NeededItem = z.infer<typeof NeededItem>;

const dueInvoice = {
  id: z.number(),
  invoiceId: z.string(),
  currency: z.enum(currencies),
  totalFee: z.number(),
  date: Day,
};
export const DueInvoice = z.object(dueInvoice);
export type DueInvoice = z.infer<typeof DueInvoice>;
const NeededInvoice = z.object({ kind: z.literal("invoice"), ...dueInvoice });

export const HomeRange = z.object({
  unit: z.enum(rangeUnits),
  low: z.number(),
  high: z.number(),
  from: Day,
  to: Day,
  /** How many cases it is taken from. */
  cases: z.number(),
  /** Where today lies in it. */
  place: z.enum(rangePlaces),
});
export type HomeRange = z.infer<typeof HomeRange>;

export const Home = z.object({
  state: z.enum(homeStates),
  needs: z
    .array(z.discriminatedUnion("kind", [NeededItem, NeededInvoice]))
    .check(z.maxLength(MOST_NEEDS)),
  moreNeeds: z.number(),
  /** Files of his that are being checked. */
  waiting: z.number(),
  /** Null beside the way: on hold, cancelled, citizen. */
  step: z.nullable(
    z.object({
      index: z.number(),
      of: z.number(),
      status: z.enum(caseStatuses),
      since: Day,
    }),
  ),
  /** Null where too few cases have passed. */
  range: z.nullable(HomeRange),
  advisers: z.array(HomePerson),
  invoicesDue: z.array(DueInvoice),
  latestMessage: z.nullable(
    z.object({
      id: z.number(),
      author: z.nullable(HomePerson),
      text: z.string(),
      createdAt: Timestamp,
      isNew: z.boolean(),
    }),
  ),
});
export type Home = z.infer<typeof Home>;

export const homesApi = {
  get: endpoint({
    method: "GET",
    path: "/api/cases/by-case-id/:caseId/home",
    access: "signedIn",
    scope: "messages:read",
    subject: "case",
    summary: "What is needed of the client, and where the case stands",
    params: z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) }),
    response: Home,
  }),
};
