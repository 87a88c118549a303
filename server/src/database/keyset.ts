/** Pages of an ordered list: which rows come after the last one, and how the database reads them from an index. */
import { sql, type SQL } from "drizzle-orm";

export type OrderedColumn = {
  readonly column: SQL;
  readonly direction: "asc" | "desc";
};

export function orderBy(columns: readonly OrderedColumn[]): SQL {
  return sql.join(
    columns.map(({ column, direction }) => (direction === "asc" ? column : sql`${column} desc`)),
    sql`, `,
  );
}

/** Every one of them has to hold. */
export function where(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;
}

/**
 * What comes after these values, in pieces that follow each other: the rest of the last group, then the groups behind it.
 * Each piece is a range of an index; one condition for all of them would be compared with every row before.
 */
export function rangesAfter(columns: readonly OrderedColumn[], values: readonly SQL[]): SQL[] {
  const runs = runsOf(
    columns.map((column, index) => ({ ...column, value: values[index] ?? sql`null` })),
  );
  return runs
    .map((run, index) => {
      const before = runs.slice(0, index).flat();
      const same = before.map(({ column, value }) => sql`${column} = ${value}`);
      const left = sql.join(
        run.map(({ column }) => column),
        sql`, `,
      );
      const right = sql.join(
        run.map(({ value }) => value),
        sql`, `,
      );
      const beyond = run[0]?.direction === "desc" ? sql`<` : sql`>`;
      return sql.join([...same, sql`(${left}) ${beyond} (${right})`], sql` and `);
    })
    .toReversed();
}

type Bound = OrderedColumn & { readonly value: SQL };

/** Neighbours of one direction are compared together. */
function runsOf(bounds: readonly Bound[]): Bound[][] {
  const runs: Bound[][] = [];
  for (const bound of bounds) {
    const last = runs.at(-1);
    if (last?.[0]?.direction === bound.direction) last.push(bound);
    else runs.push([bound]);
  }
  return runs;
}
