/** What a portal leaves behind that is killed in the middle of a transaction: its connection is gone, nothing was committed. */
import { sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { inTransaction } from "#server/database/transaction.ts";

/** Answers when the database has noticed. */
export async function killedIn(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const killed = inTransaction(async (tx) => {
    await work(tx);
    const { rows } = await tx.execute<{ id: number }>(sql`select pg_backend_pid() as id`);
    await runtime.pool.query("select pg_terminate_backend($1, 5000)", [rows[0]?.id]);
  });
  const outcome = await killed.then(
    () => "committed",
    () => "gone",
  );
  if (outcome === "committed") throw new Error("It was not killed in time");
}
