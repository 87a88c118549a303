/**
 * Statements that nearly every request runs: built once for each database instead of for each call, and parsed and
 * planned by PostgreSQL once for each connection.
 */
import { runtime } from "#server/core/runtime.ts";
import type { Database } from "./connection.ts";

/** What `build` prepares must have a name of its own, and the same text whenever it is built. */
export function prepared<Statement>(build: (database: Database) => Statement): () => Statement {
  const built = new WeakMap<Database, Statement>();
  return () => {
    const { database } = runtime;
    const known = built.get(database);
    if (known) return known;
    const statement = build(database);
    built.set(database, statement);
    return statement;
  };
}
