/**
 * The time as the database has it. Sessions, codes and links end by its `now()`; what the portal itself reckons with (when
 * a message is tried again, how long a file waits) must not contradict that when somebody sets the machine's clock, or two
 * portals differ (reliability 22). Between two readings only time that has passed counts, which nobody can set.
 */
import type { Pool } from "pg";
import type { Clock } from "#server/integrations/clock.ts";

export type DatabaseClock = Clock & { close(): void };

/** A machine that was asleep, or a database whose own clock was put right, is noticed within this time. */
const READ_EVERY_MS = 15_000;

type Reading = { databaseMs: number; elapsedMs: number };

export async function openDatabaseClock(pool: Pool): Promise<DatabaseClock> {
  let reading = await read(pool);
  const timer = setInterval(() => {
    read(pool).then(
      (next) => {
        reading = next;
      },
      // A database that is away says so elsewhere; the last reading goes on meanwhile.
      () => undefined,
    );
  }, READ_EVERY_MS);
  timer.unref();
  return {
    now: () => new Date(reading.databaseMs + performance.now() - reading.elapsedMs),
    close: () => clearInterval(timer),
  };
}

async function read(pool: Pool): Promise<Reading> {
  const askedAt = performance.now();
  const { rows } = await pool.query<{ ms: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
  );
  const [row] = rows;
  if (!row) throw new Error("The database did not say what time it is");
  return { databaseMs: row.ms, elapsedMs: (askedAt + performance.now()) / 2 };
}
