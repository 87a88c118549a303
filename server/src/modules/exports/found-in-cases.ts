/** Of the cases that a list finds: which they are, and what is read of them, in their order. */
import { sql, type SQL } from "drizzle-orm";
import type { CasesExportQuery } from "contract/exports";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { where } from "#server/database/keyset.ts";
import { plannedAnew } from "#server/database/statement-names.ts";
import {
  type CasesWanted,
  foundBy,
  numberOfCase,
  readFound,
} from "#server/modules/cases/found-cases.service.ts";
import { inPieces } from "./cells.ts";

/** A case has some dozens of documents: few cases make a piece. */
const CASES_AT_ONCE = 200;

export async function casesWanted(
  actor: SignedInActor,
  query: CasesExportQuery,
): Promise<CasesWanted> {
  const { format: _format, caseId, ids, ...list } = query;
  const only = caseId === undefined ? null : [await numberOfCase(actor, caseId)];
  const both = ids === undefined ? only : ids.filter((id) => only === null || only.includes(id));
  return { ...list, only: both };
}

type Hanging = {
  /** What hangs on cases: has a case_id. */
  table: SQL;
  /** Its rows of these cases, a table w of ids and places, in their order. */
  select: (cases: SQL) => SQL;
};

export function hangingOn<Row extends Record<string, unknown>>(
  actor: SignedInActor,
  wanted: CasesWanted,
  { table, select: statement }: Hanging,
) {
  return {
    async count() {
      const { rows } = await runtime.database.execute<{ count: number }>(sql`${plannedAnew}
        select count(*)::integer as count from case_rows r join ${table} h on h.case_id = r.case_id
        ${where(foundBy(actor, wanted))}`);
      return rows[0]?.count ?? 0;
    },
    async *read(): AsyncGenerator<Row[]> {
      for await (const rows of readFound(actor, wanted))
        for (const some of inPieces(idsOf(rows), CASES_AT_ONCE))
          yield await selectOf<Row>(some, statement);
    },
  };
}

export function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

export async function selectOf<Row extends Record<string, unknown>>(
  wanted: readonly number[],
  statement: (cases: SQL) => SQL,
): Promise<Row[]> {
  const cases = sql`unnest(${sql.param([...wanted])}::integer[]) with ordinality w (id, place)`;
  const { rows } = await runtime.database.execute(statement(cases));
  return rows as Row[];
}
