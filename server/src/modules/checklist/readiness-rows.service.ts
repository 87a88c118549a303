/** Writes the rows that lists read: what a fresh derivation says, where the stored row says something else. */
import { inArray, sql } from "drizzle-orm";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { caseReadiness, type CaseReadinessRow } from "#server/database/tables/case-readiness.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { checklistOf } from "./checklist-of.ts";
import { type CaseReading, readCases } from "./checklist.queries.ts";
import { clientItems } from "./client-items.ts";
import { tellFollowers } from "./followers.ts";
import { type ReadinessFigures, readinessOf } from "./readiness.ts";

/** Cases of one transaction. */
export const PIECE = 50;

type Row = typeof caseReadiness.$inferInsert;

export async function refreshCases(ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += PIECE) {
    const piece = ids.slice(from, from + PIECE);
    await waitForWriters(piece);
    await inTransaction((tx) => refreshPiece(tx, piece));
  }
}

/**
 * A change that found its job waiting has asked for no other, and may not have committed yet. It holds its case, so
 * whoever has waited for the case sees it. The locks end with the statement: no write waits for a derivation.
 */
export async function waitForWriters(ids: readonly number[]): Promise<void> {
  await runtime.database.execute(
    sql`select id from cases where id = any(${sql.param([...ids])}::integer[]) order by id for share`,
  );
}

/** One derivation at a time in all portals: an older one never overwrites a newer. */
export async function refreshPiece(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('readiness', 0))`);
  // No case is deleted before its row is written.
  const held = tx.execute(
    sql`select id from cases where id = any(${sql.param([...ids])}::integer[]) order by id for key share`,
  );
  const [, readings, stored] = await Promise.all([
    held,
    readCases(tx, system, ids),
    readRows(tx, ids),
  ]);
  const derivedOn = bureauToday();
  const derived = readings.map((reading) => {
    const { id, caseId, status } = reading.caseFile;
    const row = stored.get(id);
    const before = row ? figuresOf(row) : null;
    const checklist = checklistOf(reading);
    const after = readinessOf(checklist, reading.documents);
    return {
      caseFile: { id, caseId, status },
      before,
      after,
      isChanged: before === null || !isSame(before, after),
      clientItems: clientItems(checklist).length,
      isOfToday: row?.derivedOn === derivedOn,
    };
  });
  const written = derived.filter(({ isOfToday, isChanged }) => !isOfToday || isChanged);
  if (written.length > 0)
    await writeRows(
      tx,
      written.map(({ caseFile, after }) => ({ caseId: caseFile.id, derivedOn, ...after })),
    );
  if (derived.length > 0) await tellFollowers(tx, derived);
}

/**
 * Rows that say something else than a derivation for the day on which they were derived. A case whose job still waits is
 * no mistake yet.
 */
export async function findWrongRows(): Promise<number[]> {
  const wrong: number[] = [];
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await runtime.database.execute<{ id: number }>(sql`
      select c.id from cases c
      where c.id > ${after} and not exists (
        select from jobs.job j where j.name = 'checklist.refreshCase' and j.state < 'completed'
          and j.singleton_key = c.id::text)
      order by c.id limit ${PIECE}`);
    const ids = rows.map(({ id }) => id);
    wrong.push(...(await wrongOf(ids)));
    isMore = ids.length === PIECE;
    after = ids.at(-1) ?? after;
  }
  return wrong;
}

async function wrongOf(ids: readonly number[]): Promise<number[]> {
  const [readings, stored] = await Promise.all([
    readCases(runtime.database, system, ids),
    readRows(runtime.database, ids),
  ]);
  return readings
    .filter((reading) => {
      const row = stored.get(reading.caseFile.id);
      return !row || !isSame(figuresOf(row), figuresNow({ ...reading, today: row.derivedOn }));
    })
    .map(({ caseFile }) => caseFile.id);
}

function figuresNow(reading: CaseReading): ReadinessFigures {
  return readinessOf(checklistOf(reading), reading.documents);
}

async function readRows(
  executor: Executor,
  ids: readonly number[],
): Promise<Map<number, CaseReadinessRow>> {
  const rows = await executor
    .select()
    .from(caseReadiness)
    .where(inArray(caseReadiness.caseId, [...ids]));
  return new Map(rows.map((row) => [row.caseId, row]));
}

function figuresOf(row: CaseReadinessRow): ReadinessFigures {
  const { caseId: _case, derivedOn: _day, updatedAt: _moment, ...figures } = row;
  return figures;
}

function isSame(one: ReadinessFigures, other: ReadinessFigures): boolean {
  return Object.entries(one).every(
    ([field, value]) => other[field as keyof typeof other] === value,
  );
}

async function writeRows(tx: Transaction, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const told = Object.keys(first)
    .filter((field) => field !== "caseId")
    .map((field) => [field, sql.raw(`excluded.${snakeOf(field)}`)]);
  await tx
    .insert(caseReadiness)
    .values([...rows])
    .onConflictDoUpdate({
      target: caseReadiness.caseId,
      set: { ...Object.fromEntries(told), updatedAt: sql`now()` },
    });
}

function snakeOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
