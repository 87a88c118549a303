import { and, eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { visibleCases } from "./cases.policy.ts";

type NumberColumn = AnyPgColumn<{ data: number; notNull: true }>;
type TableOfCases = PgTable & { readonly id: NumberColumn; readonly caseId: NumberColumn };

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
