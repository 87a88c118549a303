/** All that a list of cases finds, for whoever takes it out of the portal: how many, and its rows a thousand at a time. */
import { sql, type SQL } from "drizzle-orm";
import type { CasePageQuery, CaseRow } from "contract/case-lists";
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { where } from "#server/database/keyset.ts";
import { plannedAnew } from "#server/database/statement-names.ts";
import { cases } from "#server/database/tables/cases.ts";
import { branchesOf, conditionsOf, visibleRows } from "./case-list.filters.ts";
import type { CasePlace } from "./case-list.order.ts";
import { selectPage } from "./case-lists.queries.ts";
import { visibleCases } from "./cases.policy.ts";

type PageOnly = "from" | "after" | "skip" | "limit";
/** A list's query; `only` these cases, whatever else it finds. */
export type CasesWanted = Omit<CasePageQuery, PageOnly> & { only: readonly number[] | null };

const PIECE = 1000;

/** The number of a case that is named by its code. Throws 404 for one that this actor does not see. */
export async function numberOfCase(actor: SignedInActor, code: string): Promise<number> {
  const [row] = await runtime.database
    .select({ id: cases.id })
    .from(cases)
    .where(sql`lower(${cases.caseId}) = lower(${code}) and ${visibleCases(actor) ?? sql`true`}`);
  if (!row) throw notFound("case");
  return row.id;
}

/** What holds for the rows `r` of `case_rows` that are found. */
export function foundBy(actor: SignedInActor, wanted: CasesWanted): SQL[] {
  const { groupBy: _groups, sort: _sort, order: _order, only, ...filters } = wanted;
  return [...visibleRows(actor), ...conditionsOf(actor, filters), ...named(only)];
}

export async function countFound(actor: SignedInActor, wanted: CasesWanted): Promise<number> {
  const { rows } = await runtime.database.execute<{ count: number }>(sql`${plannedAnew}
    select count(*)::integer as count from case_rows r ${where(foundBy(actor, wanted))}`);
  return rows[0]?.count ?? 0;
}

/** In the order of the list. */
export async function* readFound(
  actor: SignedInActor,
  wanted: CasesWanted,
): AsyncGenerator<CaseRow[]> {
  const { groupBy, sort, order, q, only, ...filters } = wanted;
  const reading = {
    order: { groupBy, sort, order },
    conditions: [...visibleRows(actor), ...conditionsOf(actor, filters), ...named(only)],
    branches: branchesOf(q),
    skip: 0,
    limit: PIECE,
  };
  for (let after: CasePlace | null = null; ;) {
    const read = await selectPage(actor, { ...reading, after });
    yield read.slice(0, PIECE).map(({ row }) => row);
    if (read.length <= PIECE) return;
    after = read[PIECE - 1]?.place ?? null;
  }
}

function named(only: readonly number[] | null): SQL[] {
  return only === null ? [] : [sql`r.case_id = any(${sql.param([...only])}::integer[])`];
}
