/**
 * Counters in fixed windows of time, kept in the database so that they hold across restarts and portals (asvs 23).
 * When the table cannot be reached the error leaves as 503: a limit never fails open.
 */
import { sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "./connection.ts";
import { withSpareRoom } from "./spare-room.ts";
import { throttleBuckets } from "./tables/throttle-buckets.ts";

export type Limit = { readonly most: number; readonly seconds: number };

export type Spending = { isOver: boolean; secondsLeft: number; count: number };

type CountRow = { count: number; seconds_left: number };

/** Counts in one atomic statement, then says whether the limit was passed and when the window ends. */
export async function spend(key: string, limit: Limit, amount = 1): Promise<Spending> {
  const counting = sql`
    insert into ${throttleBuckets} (key, window_start, count)
    values (${key}, ${windowStart(limit)}, ${amount})
    on conflict (key, window_start)
    do update set count = least(throttle_buckets.count + excluded.count, 2000000000)
    returning count, ${secondsLeft(limit)} as seconds_left`;
  const result = await withSpareRoom(() => runtime.database.execute<CountRow>(counting));
  return spendingOf(result.rows[0], limit, (count) => count > limit.most);
}

/** Looks without counting: whether the next one would be too much. */
export async function look(
  key: string,
  limit: Limit,
  executor: Executor = runtime.database,
): Promise<Spending> {
  const result = await executor.execute<CountRow>(sql`
    select count, ${secondsLeft(limit)} as seconds_left
    from ${throttleBuckets} where key = ${key} and window_start = ${windowStart(limit)}`);
  return spendingOf(result.rows[0], limit, (count) => count >= limit.most);
}

/** Takes back what was counted for something that turned out to be right. */
export async function giveBack(key: string, limit: Limit, amount = 1): Promise<void> {
  await runtime.database.execute(sql`
    update ${throttleBuckets} set count = greatest(count - ${amount}::integer, 0)
    where key = ${key} and window_start = ${windowStart(limit)}`);
}

function spendingOf(
  row: CountRow | undefined,
  limit: Limit,
  isOver: (count: number) => boolean,
): Spending {
  const count = row?.count ?? 0;
  return { count, isOver: isOver(count), secondsLeft: Number(row?.seconds_left ?? limit.seconds) };
}

function windowStart(limit: Limit) {
  return sql`to_timestamp(floor(extract(epoch from now()) / ${limit.seconds}::int) * ${limit.seconds}::int)`;
}

function secondsLeft(limit: Limit) {
  return sql`ceil(extract(epoch from ${windowStart(limit)} - now()) + ${limit.seconds}::int)::int`;
}
