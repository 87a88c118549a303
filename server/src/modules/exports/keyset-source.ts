/** The rows of a table `h` in the order of their numbers, a thousand at a time. */
import { sql, type SQL } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { where } from "#server/database/keyset.ts";
import { plannedAnew } from "#server/database/statement-names.ts";

const PIECE = 1000;

type Wanted = {
  /** With the number as `id`. */
  columns: SQL;
  tables: SQL;
  conditions: readonly SQL[];
  direction: "asc" | "desc";
};

export function byNumber<Row extends { id: number }>(wanted: Wanted) {
  const { columns, tables, conditions, direction } = wanted;
  const order = sql.raw(direction);
  const isBehind = direction === "asc" ? sql`h.id >` : sql`h.id <`;
  return {
    async count(): Promise<number> {
      const { rows } = await runtime.database.execute<{ count: number }>(sql`${plannedAnew}
        select count(*)::integer as count from ${tables} ${where(conditions)}`);
      return rows[0]?.count ?? 0;
    },
    async *read(): AsyncGenerator<Row[]> {
      for (let last: number | null = null; ;) {
        const behind: SQL[] = last === null ? [] : [sql`${isBehind} ${last}`];
        const read = await runtime.database.execute(sql`${plannedAnew}
          select ${columns} from ${tables} ${where([...conditions, ...behind])}
          order by h.id ${order} limit ${PIECE}`);
        const rows = read.rows as Row[];
        yield rows;
        if (rows.length < PIECE) return;
        last = rows.at(-1)?.id ?? null;
      }
    },
  };
}
