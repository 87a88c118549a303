/**
 * Statements that nearly every request runs: their text is put together once for each connection instead of for each
 * call. That PostgreSQL prepares them is nothing of their own (statement-names.ts).
 */
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "./connection.ts";

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
