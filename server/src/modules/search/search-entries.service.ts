/**
 * Writes what records are found by. Triggers note which entries have become stale, in the transaction of the change;
 * here they get their words, in that same transaction or, for what an upgrade or a hand left behind, by a job.
 */
import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import type { SearchKind } from "contract/search";
import { tokens } from "contract/search-words";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { searchEntries } from "#server/database/tables/search-entries.ts";
import { writeAtEnd } from "#server/database/transaction.ts";
import { searchedRecords } from "#server/events/searched-records.ts";

const AT_ONCE = 1000;

type Entry = { kind: string; id: number };
type Found = Entry & { at: string; texts: (string | null)[] };

/** At the end of the transaction: those of this case; of null, those that belong to no case. */
export function writeEntriesOf(tx: Transaction, caseId: number | null): Promise<void> {
  return writeAtEnd(tx, writeEntriesOfCases, caseId);
}

/** Locked and read in one round trip: of one case there are never many. */
async function writeEntriesOfCases(
  tx: Executor,
  caseIds: readonly (number | null)[],
): Promise<void> {
  const ids = caseIds.filter((id) => id !== null);
  const isFree = ids.length < caseIds.length ? isNull(searchEntries.caseId) : undefined;
  const isOfCase =
    ids.length > 0 ? sql`${searchEntries.caseId} = any(${sql.param(ids)}::integer[])` : undefined;
  const scope = or(isFree, isOfCase);
  const [stale, found] = await Promise.all([lockStale(tx, scope), readStale(tx, scope)]);
  // Beyond so many the lock holds some of them only.
  if (stale.length === AT_ONCE) await write(tx, stale, await readRecords(tx, stale));
  else await write(tx, stale, found);
}

/** Whichever are stale, but for those that somebody else is writing; answers how many there were. */
export async function writeEntries(tx: Executor): Promise<number> {
  const stale = await lockStale(tx);
  // After the lock: what somebody has changed meanwhile is seen, and who changes it now makes it stale again.
  if (stale.length > 0) await write(tx, stale, await readRecords(tx, stale));
  return stale.length;
}

function lockStale(tx: Executor, scope?: SQL) {
  return tx
    .select({ kind: searchEntries.kind, id: searchEntries.recordId })
    .from(searchEntries)
    .where(and(isNull(searchEntries.words), scope))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
}

async function write(tx: Executor, stale: readonly Entry[], read: readonly Found[]): Promise<void> {
  const held = new Set(stale.map(keyOf));
  const found = read.filter((record) => held.has(keyOf(record)));
  await storeWords(tx, found);
  const known = new Set(found.map(keyOf));
  const gone = stale.filter((entry) => !known.has(keyOf(entry)));
  if (gone.length > 0) await tx.delete(searchEntries).where(isOneOf(gone));
}

/** What the records of these entries are found by, in one statement. */
function readRecords(tx: Executor, entries: readonly Entry[]): Promise<Found[]> {
  return read(tx, (kind) => {
    const ids = entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
    return ids.length === 0 ? null : sql`${sql.param(ids)}::integer[]`;
  });
}

/** The same of all that are stale, whoever has locked them. */
function readStale(tx: Executor, scope: SQL | undefined): Promise<Found[]> {
  const isStale = and(isNull(searchEntries.words), scope);
  return read(
    tx,
    (kind) => sql`array(
      select ${searchEntries.recordId} from ${searchEntries}
      where ${and(eq(searchEntries.kind, kind), isStale)})`,
  );
}

async function read(tx: Executor, idsOf: (kind: SearchKind) => SQL | null): Promise<Found[]> {
  const readings: SQL[] = [];
  for (const [kind, { entries: records }] of searchedRecords()) {
    const ids = records ? idsOf(kind) : null;
    if (ids === null) continue;
    readings.push(sql`
      select ${kind}::text as kind, record_id as id, at::text, texts from (${records}) as records
      where record_id = any(${ids})`);
  }
  if (readings.length === 0) return [];
  const { rows } = await tx.execute<Found>(sql.join(readings, sql` union all `));
  return rows;
}

async function storeWords(tx: Executor, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const words = JSON.stringify(
    found.map(({ kind, id, at, texts }) => ({ kind, id, at, words: wordsOfTexts(texts) })),
  );
  await tx.execute(sql`
    update search_entries as entry
    set words = array_to_tsvector(array(select jsonb_array_elements_text(written.words))), at = written.at
    from jsonb_to_recordset(${words}::jsonb)
      as written (kind text, id integer, at timestamptz, words jsonb)
    where entry.kind = written.kind and entry.record_id = written.id`);
}

/** A line break stands between two texts, so that no word is of both. */
export function wordsOfTexts(texts: readonly (string | null)[]): string[] {
  return tokens(texts.filter((text) => text !== null).join("\n"));
}

function isOneOf(entries: readonly Entry[]): SQL {
  const pairs = entries.map(({ kind, id }) => sql`(${kind}, ${id}::integer)`);
  return sql`(${searchEntries.kind}, ${searchEntries.recordId}) in (${sql.join(pairs, sql`, `)})`;
}

function keyOf({ kind, id }: Entry): string {
  return `${kind} ${id}`;
}
