import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { runtime } from "#server/core/runtime.ts";
import { type Executor, onConnection, type Transaction } from "#server/database/connection.ts";
import { isDatabaseUnavailable, isWorthRetrying, sqlState } from "#server/database/errors.ts";
import type { PortalConnection } from "#server/database/portal-connection.ts";
import { withSpareRoom } from "#server/database/spare-room.ts";

const MAX_ATTEMPTS = 5;
/** PostgreSQL refuses this statement because an earlier one of the transaction has failed. */
const FAILED_BEFORE = "25P02";

/**
 * All or nothing. The work runs again when another transaction got in its way, so it must do nothing that a rollback
 * cannot undo: mails, webhooks and jobs are rows, and files are removed after the commit.
 */
export async function inTransaction<Result>(
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withSpareRoom(() => attemptOnce(work));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isWorthRetrying(error)) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** Writes what was asked for during a transaction. */
export type Ending<Item> = (tx: Executor, items: readonly Item[]) => Promise<unknown>;

/** What each running transaction still has to write; the keys are their executors. */
const endings = new WeakMap<Executor, Map<Ending<never>, unknown[]>>();

/**
 * What nobody waits for is written together when the work of its transaction is done, in one round trip however much it
 * is, and committed with it. Outside of a transaction it is written at once.
 */
export async function writeAtEnd<Item>(
  executor: Executor,
  ending: Ending<Item>,
  item: Item,
): Promise<void> {
  const ofTransaction = endings.get(executor);
  if (ofTransaction === undefined) return void (await ending(executor, [item]));
  const items = ofTransaction.get(ending) ?? [];
  ofTransaction.set(ending, items);
  items.push(item);
}

type Mark = {
  /** Is given what the work has answered. */
  write: (tx: Transaction, answer: unknown) => Promise<void>;
  isDue: boolean;
};
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
  const client = (await runtime.pool.connect()) as pg.PoolClient & PortalConnection;
  let isBroken = false;
  try {
    client.begin();
    const tx = onConnection(client) as unknown as Transaction;
    endings.set(tx, new Map());
    const result = await work(tx);
    await writeEndings(tx, mark?.isDue ? (given) => mark.write(given, result) : undefined);
    await client.query("commit");
    if (mark) mark.isDue = false;
    return result;
  } catch (thrown) {
    const error = sqlState(thrown) === FAILED_BEFORE ? (client.failure ?? thrown) : thrown;
    isBroken = isDatabaseUnavailable(error);
    // Closed at once: waiting for a rollback on a silent connection would double the time until the answer.
    if (isBroken) client.cut();
    else isBroken = !(await hasRolledBack(client));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function writeEndings(
  tx: Transaction,
  writeMark: ((tx: Transaction) => Promise<void>) | undefined,
): Promise<void> {
  const asked = [...(endings.get(tx) ?? [])];
  endings.delete(tx);
  await Promise.all([
    ...asked.map(([ending, items]) => ending(tx, items as never)),
    writeMark?.(tx),
  ]);
}

async function hasRolledBack(client: PortalConnection): Promise<boolean> {
  return client.query("rollback").then(
    () => true,
    () => false,
  );
}
