/** Lists taken out as files: all that is filtered, in the order it stands in. */
import * as z from "zod/mini";
import { MOST_BULK_CASES } from "./bulk-actions.ts";
import { casesInOrder } from "./case-lists.ts";
import { endpoint, type EndpointShape, FILE } from "./endpoint.ts";
import { CalendarDay } from "./fields.ts";
import { invoicesInOrder } from "./invoice-lists.ts";
import { listQuery, someIds } from "./list-query.ts";
import { userFilters } from "./users.ts";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const MOST_EXPORTED = 200_000;
export const MOST_IN_EXCEL = 50_000;

const format = { format: z._default(z.enum(exportFormats, "Invalid format"), "csv") };
/** The code of the only case that is wanted. */
const ofCase = {
  caseId: z.optional(z.string("Invalid case").check(z.minLength(1), z.maxLength(100))),
};
/** Days of the bureau, both included. */
const days = { from: z.optional(CalendarDay), to: z.optional(CalendarDay) };

export const CasesExportQuery = listQuery({
  ...casesInOrder,
  ...ofCase,
  /** Of what is found only these: what was selected. */
  ids: z.optional(someIds("Choose at most 1,000 cases", MOST_BULK_CASES)),
  ...format,
});
export type CasesExportQuery = z.output<typeof CasesExportQuery>;
export const InvoicesExportQuery = listQuery({ ...invoicesInOrder, ...ofCase, ...format });
export type InvoicesExportQuery = z.output<typeof InvoicesExportQuery>;
export const UsersExportQuery = listQuery({ ...userFilters, ...format });
export type UsersExportQuery = z.output<typeof UsersExportQuery>;
/** What stands in no list without its case: without `caseId` it is refused. */
export const OfCaseExportQuery = listQuery({ ...ofCase, ...format });
export const ReviewsExportQuery = listQuery({ ...days, ...ofCase, ...format });
export const DaysExportQuery = listQuery({ ...days, ...format });

function list<const Path extends `/api/exports/${string}`, const Query extends z.ZodMiniType>(
  path: Path,
  summary: string,
  query: Query,
) {
  return endpoint({
    method: "GET",
    path,
    access: "bureau",
    scope: "exports:read",
    summary,
    query,
    response: FILE,
    budget: "downloads",
  });
}

/** That may be of one case alone. */
function listOfCase<const Path extends `/api/exports/${string}`, const Query extends z.ZodMiniType>(
  path: Path,
  summary: string,
  query: Query,
) {
  return { ...list(path, summary, query), refusals: { 404: ["Case not found"] } };
}

export const exportsApi = {
  cases: listOfCase(
    "/api/exports/cases",
    "The cases that a list finds, as a file",
    CasesExportQuery,
  ),
  people: listOfCase(
    "/api/exports/people",
    "The people of the cases found, as a file",
    CasesExportQuery,
  ),
  documents: listOfCase(
    "/api/exports/documents",
    "The documents of the cases found, as a file",
    CasesExportQuery,
  ),
  invoices: listOfCase(
    "/api/exports/invoices",
    "The invoices that a list finds, as a file",
    InvoicesExportQuery,
  ),
  users: list("/api/exports/users", "The users that a list finds, as a file", UsersExportQuery),
  activity: listOfCase(
    "/api/exports/activity",
    "The activity of a case, as a file",
    OfCaseExportQuery,
  ),
  messages: listOfCase(
    "/api/exports/messages",
    "The messages of a case, as a file",
    OfCaseExportQuery,
  ),
  reviews: listOfCase(
    "/api/exports/reviews",
    "The reviews of some days, as a file",
    ReviewsExportQuery,
  ),
  webhookLogs: list(
    "/api/exports/webhook-logs",
    "What the automation was told on some days, as a file",
    DaysExportQuery,
  ),
  statusDurations: listOfCase(
    "/api/exports/status-durations",
    "How long the cases found were in each status, as a file",
    CasesExportQuery,
  ),
  unknown: {
    ...list("/api/exports/:list", "Refused: there is no list of this name", z.looseObject({})),
    refusals: { 404: ["Unknown list"] },
  },
} satisfies Record<string, EndpointShape>;
export type ExportList = Exclude<keyof typeof exportsApi, "unknown">;
