/**
 * Statements that nearly every request runs: their text is put together once for each connection instead of for each
 * call. That PostgreSQL prepares them is nothing of their own (statement-names.ts).
 */
import { fillPlaceholders, type Query, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { runtime } from "#server/core/runtime.ts";
import { clientOf, type Executor } from "./connection.ts";

/** The name comes from the text (statement-names.ts). */
export const UNNAMED = "";

/** What `build` prepares must have the same text whenever it is built. */
export function prepared<Statement>(
  build: (executor: Executor) => Statement,
): (executor?: Executor) => Statement {
  const built = new WeakMap<Executor, Statement>();
  return (executor = runtime.database) => {
    const known = built.get(executor);
    if (known) return known;
    const statement = build(executor);
    built.set(executor, statement);
    return statement;
  };
}

/** The same for what the query builder has no words for; moments are to be selected as text. */
export function preparedText<Row extends Record<string, unknown>>(
  build: () => SQL,
): (executor: Executor, values: Record<string, unknown>) => Promise<Row[]> {
  let built: Query | undefined;
  return async (executor, values) => {
    built ??= new PgDialect({ casing: "snake_case" }).sqlToQuery(build());
    const { rows } = await clientOf(executor).query<Row>(
      built.sql,
      fillPlaceholders(built.params, values),
    );
    return rows;
  };
}
