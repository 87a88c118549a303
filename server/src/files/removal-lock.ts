/** Keeps the bytes that a running backup has yet to copy: removals share this lock, a backup takes it exclusively. */
import { runtime } from "#server/core/runtime.ts";

/** "bkup" as a number. */
export const FILE_REMOVAL_LOCK = 0x626b_7570;

/** Answers undefined when a backup is running; what was to be removed is found again by the next sweep. */
export async function unlessBackupRuns<Result>(
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = await runtime.pool.connect();
  let isBroken = true;
  try {
    const { rows } = await client.query<{ isFree: boolean }>(
      `select pg_try_advisory_lock_shared($1) as "isFree"`,
      [FILE_REMOVAL_LOCK],
    );
    if (rows[0]?.isFree !== true) {
      isBroken = false;
      return undefined;
    }
    const result = await work();
    await client.query("select pg_advisory_unlock_shared($1)", [FILE_REMOVAL_LOCK]);
    isBroken = false;
    return result;
  } finally {
    // A connection that may still hold the lock is closed, which lets go of it.
    client.release(isBroken);
  }
}
