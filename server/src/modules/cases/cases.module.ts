import { eq, sql, type SQL } from "drizzle-orm";
import "./case-rows.jobs.ts";
import { casesApi } from "contract/cases";
import { pathOf } from "contract/endpoint";
import { MAX_ID } from "contract/fields";
import type { PathParams } from "#server/auth/subjects.ts";
import type { Transaction } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { caseRows } from "#server/database/tables/case-rows.ts";
import { caseStatusHistory } from "#server/database/tables/case-status-history.ts";
import { cases } from "#server/database/tables/cases.ts";
import { erasureNotices } from "#server/database/tables/erasure-notices.ts";
import { staleNames } from "#server/database/tables/stale-names.ts";
import { announceSeen } from "#server/events/announce.ts";
import type { CaseQueryDefinitions, EventDefinitions } from "#server/events/definitions.ts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import type { Telling } from "#server/events/telling.ts";
import type { DerivedReadiness } from "#server/modules/checklist/followers.ts";
import type { Module } from "#server/modules/module.ts";
import { seesCase } from "./cases.policy.ts";
import { casesRoutes } from "./cases.routes.ts";
import { searchedCases } from "./cases.search.ts";
import { keepSearchKey } from "./keep-search-key.ts";

const queries = {
  list: () => [{ readers: "people", keys: [casesApi.list.path], list: "cases" }],
  detail: ({ caseId }) => [{ readers: "people", keys: [pathOf(casesApi.get, { caseId })] }],
} satisfies CaseQueryDefinitions;

const events = {
  "case.created": {
    refreshes: ["list", "detail"],
    webhook: { type: "case_creation", event: "case_created" },
    tells: ({ case: { id } }) => ({ kind: "assigned", to: ["assigned"], about: [{ id }] }),
  },
  "case.updated": { refreshes: ["list", "detail", "applicants", "invoices", "checklist"] },
  "case.statusChanged": {
    refreshes: ["list", "detail", "checklist"],
    webhook: { type: "status_change", event: "status_changed" },
    tells: ({ case: { id } }) => ({
      kind: "status_changed",
      to: ["clients", "agents", "assignedAdmins"],
      about: [{ id }],
    }),
  },
  "case.assigned": { refreshes: ["list", "detail"], tells: tellAssigned },
  "case.submissionSet": { refreshes: ["list", "detail", "checklist", "reviews"] },
} satisfies EventDefinitions;

/** Whoever has only been invited is told nothing; he is not there yet. */
function tellAssigned({ case: { id }, entries }: DomainEvent): Telling | null {
  const { userId, added } = entries[0]?.metadata ?? {};
  if (typeof userId !== "number" || added !== true) return null;
  return { kind: "assigned", to: { userId }, about: [{ id }] };
}

type Queries = typeof queries;
type Events = typeof events;

declare module "#server/events/definitions.ts" {
  interface CaseQueries extends Queries {}
}

declare module "#server/events/domain-event.ts" {
  interface DomainEvents extends Events {}
}

export const casesModule: Module = {
  routes: casesRoutes,
  tables: [caseAssignments, caseRows, caseStatusHistory, cases, erasureNotices, staleNames],
  queries,
  events,
  searched: { case: searchedCases },
  reactions: [keepSearchKey],
  followsReadiness: tellRows,
  subjects: {
    case: {
      async look(executor, params) {
        const name = readName(params);
        if ("number" in name && name.number > MAX_ID) return undefined;
        const statement = "code" in name ? caseByCode : caseByNumber;
        const [row] = await statement(executor).execute(name);
        return (
          row && {
            record: { id: row.id, caseId: row.id },
            isSeenBy: (actor) => seesCase(actor, row.assigned),
          }
        );
      },
    },
  },
};

/** Columns are written with their table, which a select of one table would leave out. */
const assignedTo = sql<number[]>`array(
  select a.user_id from case_assignments a where a.case_id = cases.id and a.user_id is not null)`;
const caseNamed = (isNamed: SQL) =>
  prepared((executor) =>
    executor
      .select({ id: cases.id, assigned: assignedTo })
      .from(cases)
      .where(isNamed)
      .prepare(UNNAMED),
  );
const caseByNumber = caseNamed(eq(cases.id, sql.placeholder("number")));
/** The text code ignores case (D-040). */
const caseByCode = caseNamed(sql`lower(${cases.caseId}) = lower(${sql.placeholder("code")})`);

/** The row of the list shows other figures, and stays where it is. */
async function tellRows(tx: Transaction, derived: readonly DerivedReadiness[]): Promise<void> {
  for (const { caseFile, isChanged } of derived)
    if (isChanged) await announceSeen(tx, { case: caseFile, refreshes: ["list"], row: "row" });
}

/** `{ id }` or `{ caseId }` of a path. A `{ reference }` is either: a code never consists of digits alone (D-042). */
function readName(params: PathParams): { code: string } | { number: number } {
  const { caseId, reference } = params;
  if (typeof caseId === "string") return { code: caseId };
  if (typeof reference === "string" && !/^\d{1,10}$/.test(reference)) return { code: reference };
  return { number: Number(reference ?? params["id"]) };
}
