import { and, eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { SubjectDefinition, SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { visibleCases } from "./cases.policy.ts";

type NumberColumn = AnyPgColumn<{ data: number; notNull: true }>;
type TableOfCases = PgTable & { readonly id: NumberColumn; readonly caseId: NumberColumn };

/** How a record that stands in a case is found by the number in its path. */
export function recordInCase(table: TableOfCases): SubjectDefinition {
  return {
    find: (actor, params) => findInVisibleCase(actor, table, eq(table.id, Number(params["id"]))),
  };
}

/** The record of a case that a condition names, when this actor may see its case. */
export async function findInVisibleCase(
  actor: Actor,
  table: TableOfCases,
  condition: SQL | undefined,
): Promise<SubjectRecord | undefined> {
  const [row] = await runtime.database
    .select({ id: table.id, caseId: table.caseId })
    .from(table as PgTable)
    .innerJoin(cases, eq(cases.id, table.caseId))
    .where(and(condition, visibleCases(actor)));
  return row;
}
