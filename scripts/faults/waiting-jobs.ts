/** Time that passes only for what waits to be tried again; called behind the portal. */
import { setTimeout as pause } from "node:timers/promises";
import { runtime } from "server/src/core/runtime.ts";
import { ask, sql } from "./query.ts";

const LOOK_EVERY_MS = 200;
/** A thousand that wait for a slow partner. */
const QUIET_WITHIN_MS = 1_800_000;

/** Until nothing of this queue is running or due. */
export async function untilQuiet(queue: string): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  while ((await countBusy(queue)) > 0) {
    if (performance.now() > deadline) throw new Error(`${queue} does not come to rest`);
    await pause(LOOK_EVERY_MS);
  }
}

async function countBusy(queue: string): Promise<number> {
  const [row] = await ask<{ count: number }>(sql`
    select count(*)::int as count from jobs.job where name = ${queue}
      and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))`);
  return row?.count ?? 0;
}

/** As if the pause before the next try were over: for the rows first, and then for the jobs that look at them. */
export async function passPause(queue: string, pullForward: string): Promise<void> {
  await runtime.pool.query(pullForward);
  await ask(sql`update jobs.job set start_after = now()
    where name = ${queue} and state in ('created', 'retry')`);
}
