/** Lists of cases at any number: a page, the counts, single rows. */
import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import {
  type CaseCounts,
  type CaseCountsQuery,
  type CasePage,
  type CasePageQuery,
  type CaseRow,
  type CaseRowsQuery,
  MOST_GROUPS_PER_ANSWER,
} from "contract/case-lists";
import {
  agentsLabel,
  applicantGroupLabels,
  type CaseGrouping,
  statusLabel,
  UNASSIGNED_LABEL,
} from "contract/case-order";
import { caseStatuses, type CaseStatus } from "contract/case-status";
import { isStaff, type SignedInActor } from "#server/core/actor.ts";
import { writeCursor } from "#server/http/cursor.ts";
import { branchesOf, conditionsOf, visibleRows } from "./case-list.filters.ts";
import { readGroup, readPlace, startsAt, writePlace } from "./case-list.order.ts";
import {
  countByStatus,
  countGroups,
  type GroupCount,
  selectPage,
  selectRows,
} from "./case-lists.queries.ts";
import { searchKeys } from "./case-rows.jobs.ts";

export async function page(actor: SignedInActor, query: CasePageQuery): Promise<CasePage> {
  const { groupBy, sort, order, from, after, skip, limit, q, ...filters } = query;
  const start = from === undefined ? [] : [startsAt(from, { groupBy, sort, order })];
  const read = await selectPage(actor, {
    order: { groupBy, sort, order },
    conditions: [...visibleRows(actor), ...conditionsOf(actor, filters), ...start],
    branches: branchesOf(q),
    after: after === undefined ? null : readPlace(after, groupBy),
    skip,
    limit,
  });
  const last = read[limit - 1];
  return {
    rows: read.slice(0, limit).map(({ row }) => row),
    next: read.length > limit && last !== undefined ? writePlace(last.place) : null,
    preparing: searchKeys.missing(),
  };
}

export async function counts(actor: SignedInActor, query: CaseCountsQuery): Promise<CaseCounts> {
  const { groupBy, after, ...filters } = query;
  const visible = visibleRows(actor);
  const limit = MOST_GROUPS_PER_ANSWER;
  const [statuses, groups] = await Promise.all([
    countByStatus(visible),
    countGroups({
      groupBy,
      conditions: [...visible, ...conditionsOf(actor, filters)],
      after: after === undefined ? null : readGroup(after, groupBy),
      limit,
    }),
  ]);
  const total = statuses.reduce((sum, { count }) => sum + count, 0);
  const preparing = statuses[0]?.unkeyed ?? 0;
  searchKeys.note(preparing);
  const told = groups.filter(({ count }) => count !== null);
  const last = told[limit - 1];
  return {
    total,
    byStatus: byStatusOf(statuses),
    attention: isStaff(actor) ? statuses.reduce((sum, { attention }) => sum + attention, 0) : null,
    only: total === 1 ? (statuses[0]?.code ?? null) : null,
    found: groups[0]?.found ?? 0,
    groups: told.slice(0, limit).map((group) => groupOf(group, groupBy)),
    next: told.length > limit && last !== undefined ? writeCursor([last.group]) : null,
    preparing,
  };
}

export function rows(
  actor: SignedInActor,
  { ids, groupBy }: z.output<typeof CaseRowsQuery>,
): Promise<CaseRow[]> {
  const wanted = sql`r.case_id = any(${sql.param(ids)}::integer[])`;
  return selectRows(actor, { conditions: [wanted, ...visibleRows(actor)], groupBy });
}

function byStatusOf(counted: readonly { statusPosition: number; count: number }[]) {
  const counts = new Map(counted.map(({ statusPosition, count }) => [statusPosition, count]));
  return Object.fromEntries(
    caseStatuses.map((status, index) => [status, counts.get(index + 1) ?? 0]),
  ) as Record<CaseStatus, number>;
}

function groupOf(counted: GroupCount, groupBy: CaseGrouping): CaseCounts["groups"][number] {
  const { group, peopleGroup, people, count } = counted;
  const base = { count: count ?? 0 };
  if (groupBy === "status") {
    const status = caseStatuses[Number(group) - 1] ?? "onboarding";
    return { ...base, key: status, label: statusLabel(status) };
  }
  if (groupBy === "applicants")
    return { ...base, key: String(group), label: applicantGroupLabels[Number(group)] ?? "" };
  const key = peopleGroup ?? "unassigned";
  return { ...base, key, label: peopleLabel(key, people ?? []) };
}

function peopleLabel(key: string, people: GroupCount["people"] & object): string {
  const [only] = people;
  if (only === undefined) return UNASSIGNED_LABEL;
  if (key.startsWith("several ")) return agentsLabel(Number(key.slice("several ".length)));
  const names = [only.firstName, only.lastName].map((name) => name?.trim() ?? "").filter(Boolean);
  return names.join(" ") || only.email;
}
