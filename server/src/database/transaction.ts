import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import { runtime } from "#server/core/runtime.ts";
import { onConnection, type Transaction } from "#server/database/connection.ts";
import { isDatabaseUnavailable, isWorthRetrying } from "#server/database/errors.ts";

const MAX_ATTEMPTS = 5;

/**
 * All or nothing. The work runs again when another transaction got in its way, so it must do nothing that a rollback
 * cannot undo: mails, webhooks and jobs are rows, and files are removed after the commit.
 */
export async function inTransaction<Result>(
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isWorthRetrying(error)) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

type Mark = { write: (tx: Transaction) => Promise<void>; isDue: boolean };

const marks = new AsyncLocalStorage<Mark>();

/** Runs the work; the first of its transactions to commit writes the mark as well, or neither is there. */
export async function markFirstCommit<Result>(
  write: Mark["write"],
  work: () => Promise<Result>,
): Promise<Result> {
  const mark = { write, isDue: true };
  try {
    return await marks.run(mark, work);
  } finally {
    // What the work has set off may live longer, but is no part of it.
    mark.isDue = false;
  }
}

async function attemptOnce<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const mark = marks.getStore();
  const client = await runtime.pool.connect();
  let isBroken = false;
  try {
    const result = await onConnection(client).transaction(async (tx) => {
      try {
        const done = await work(tx);
        if (mark?.isDue) await mark.write(tx);
        return done;
      } catch (error) {
        isBroken = isDatabaseUnavailable(error);
        // Closed at once: waiting for a rollback on a silent connection would double the time until the answer.
        if (isBroken) closeNow(client);
        throw error;
      }
    });
    if (mark) mark.isDue = false;
    return result;
  } catch (error) {
    isBroken ||= isDatabaseUnavailable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

function closeNow(client: PoolClient): void {
  (client as PoolClient & { end(): Promise<void> }).end().catch(() => undefined);
}
