/** Cases at any number: pages, counts and single rows of a list. */
import * as z from "zod/mini";
import { caseGroupings, caseSorts, sortOrders } from "./case-order.ts";
import { AssignedUser, programs } from "./case-parts.ts";
import { caseStatuses } from "./case-status.ts";
import { endpoint } from "./endpoint.ts";
import { requiredText, Timestamp } from "./fields.ts";
import {
  anyOf,
  countBetween,
  Cursor,
  Flag,
  GroupCount,
  listQuery,
  Needle,
  pageWindow,
  someIds,
} from "./list-query.ts";
import { Readiness } from "./readiness.ts";

export const MOST_PEOPLE_IN_ROW = 3;
export const CASES_PER_PAGE = 50;
export const MOST_CASES_PER_PAGE = 100;
export const MOST_GROUPS_PER_ANSWER = 500;

/** What a card or a row shows of a case: at most 1 KB. */
export const CaseRow = z.object({
  id: z.number(),
  caseId: z.string(),
  title: z.string(),
  status: z.enum(caseStatuses),
  nationality: z.string(),
  citizenshipProgram: z.enum(programs),
  numberOfApplicants: z.number(),
  /** The first who were assigned; `assignedCount` counts all. */
  assignedUsers: z.array(AssignedUser).check(z.maxLength(MOST_PEOPLE_IN_ROW)),
  assignedCount: z.number(),
  updatedAt: Timestamp,
  version: z.number(),
  unreadCount: z.number(),
  /** Null until it has been derived for the first time. */
  readiness: z.nullable(Readiness),
  /** What a client has to do himself; null for everybody else. */
  needs: z.nullable(z.object({ open: z.number(), overdue: z.number() })),
  /** The key of the group that it stands in; null without groups. */
  group: z.nullable(z.string()),
});
export type CaseRow = z.infer<typeof CaseRow>;

/** Somebody assigned; `me` is whoever asks. */
const Adviser = z
  .string("Invalid adviser")
  .check(z.regex(/^(?:me|(?:invitation-)?[1-9]\d{0,9})$/, "Invalid adviser"));
const Days = countBetween(1, 365, "Days must be a whole number from 1 to 365");

const caseFilters = {
  q: z.optional(Needle),
  status: z.optional(anyOf(caseStatuses, "Invalid status")),
  program: z.optional(z.enum(programs, "Invalid program")),
  adviser: z.optional(Adviser),
  nationality: z.optional(requiredText("Invalid nationality", 100)),
  /** What waits for staff: papers to be looked at or sorted, open questions, what is out of date or overdue. */
  attention: z.optional(Flag("Invalid attention")),
  unread: z.optional(Flag("Invalid unread")),
  /** Day 1 is today, from the bureau's midnight on. */
  updatedWithin: z.optional(Days),
  untouchedFor: z.optional(Days),
};
const groupBy = z._default(z.enum(caseGroupings, "Invalid grouping"), "none");

/** What is filtered, and in which order it stands: a page of it is read, or all of it is taken out. */
export const casesInOrder = {
  groupBy,
  sort: z._default(z.enum(caseSorts, "Invalid sort"), "updatedAt"),
  order: z._default(z.enum(sortOrders, "Invalid order"), "desc"),
  ...caseFilters,
};

export const CasePageQuery = listQuery({
  ...casesInOrder,
  ...pageWindow({ most: MOST_CASES_PER_PAGE, usual: CASES_PER_PAGE }),
});
export type CasePageQuery = z.output<typeof CasePageQuery>;

export const CaseCountsQuery = listQuery({ groupBy, ...caseFilters, after: z.optional(Cursor) });
export type CaseCountsQuery = z.output<typeof CaseCountsQuery>;

const Ids = someIds("At most 100 cases");
export const CaseRowsQuery = listQuery({ ids: Ids, groupBy });

export const CasePage = z.object({
  rows: z.array(CaseRow),
  /** For `after`; null at the end. */
  next: z.nullable(z.string()),
  /** How many cases cannot be found by their texts yet. */
  preparing: z.number(),
});
export type CasePage = z.infer<typeof CasePage>;

export const CaseCounts = z.object({
  /** All that this person may see, and how many of them in each status: whatever is searched. */
  total: z.number(),
  byStatus: z.record(z.enum(caseStatuses), z.number()),
  /** How many of all that is visible wait for staff; null for whoever is none. */
  attention: z.nullable(z.number()),
  /** The code of the only case there is to see (D-048). */
  only: z.nullable(z.string()),
  /** What search and filters leave, and its groups; empty ones are absent. */
  found: z.number(),
  groups: z.array(GroupCount),
  next: z.nullable(z.string()),
  preparing: z.number(),
});
export type CaseCounts = z.infer<typeof CaseCounts>;

export const caseListsApi = {
  page: endpoint({
    method: "GET",
    path: "/api/cases/page",
    access: "signedIn",
    scope: "cases:read",
    summary: "A page of the cases this user may see, in any order, grouped, searched and filtered",
    query: CasePageQuery,
    response: CasePage,
  }),
  counts: endpoint({
    method: "GET",
    path: "/api/cases/counts",
    access: "signedIn",
    scope: "cases:read",
    summary: "How many cases there are to see, and how many in each group",
    query: CaseCountsQuery,
    response: CaseCounts,
  }),
  rows: endpoint({
    method: "GET",
    path: "/api/cases/rows",
    access: "signedIn",
    scope: "cases:read",
    summary: "Single rows of the list; a case that is missing has gone",
    query: CaseRowsQuery,
    response: z.array(CaseRow),
  }),
};
