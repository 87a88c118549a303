/**
 * Writes what records are found by. Triggers note which entries have become stale, in the transaction of the change;
 * here they get their words, in that same transaction or, for what an upgrade or a hand left behind, by a job.
 */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { SearchKind } from "contract/search";
import { tokens } from "contract/search-words";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { prepared, preparedText, UNNAMED } from "#server/database/prepared.ts";
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
  if (ids.length > 0) await writeStale(tx, ofCases, ids);
  if (ids.length < caseIds.length) await writeStale(tx, ofNone, []);
}

async function writeStale(
  tx: Executor,
  { lock, read: readAll }: typeof ofCases,
  ids: readonly number[],
): Promise<void> {
  const [stale, found] = await Promise.all([lock(tx).execute({ ids }), readAll(tx, { ids })]);
  // Beyond so many the lock holds some of them only.
  if (stale.length === AT_ONCE) await write(tx, stale, await readRecords(tx, stale));
  else await write(tx, stale, found);
}

/** Whoever changes anything in a case asks this: put together once. */
const staleStatements = (scope: SQL) => ({
  lock: prepared((tx) => selectStale(tx, scope).prepare(UNNAMED)),
  read: preparedText<Found>(() => readingOfStale(scope)),
});
const ofCases = staleStatements(
  sql`${searchEntries.caseId} = any(${sql.placeholder("ids")}::integer[])`,
);
const ofNone = staleStatements(isNull(searchEntries.caseId));

/** Whichever are stale, but for those that somebody else is writing; answers how many there were. */
export async function writeEntries(tx: Executor): Promise<number> {
  const stale = await selectStale(tx);
  // After the lock: what somebody has changed meanwhile is seen, and who changes it now makes it stale again.
  if (stale.length > 0) await write(tx, stale, await readRecords(tx, stale));
  return stale.length;
}

function selectStale(tx: Executor, scope?: SQL) {
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
async function readRecords(tx: Executor, entries: readonly Entry[]): Promise<Found[]> {
  const reading = readingOf((kind) => {
    const ids = entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
    return ids.length === 0 ? null : sql`${sql.param(ids)}::integer[]`;
  });
  return reading === null ? [] : (await tx.execute<Found>(reading)).rows;
}

/** The same of all that are stale, whoever has locked them. */
function readingOfStale(scope: SQL): SQL {
  const isStale = and(isNull(searchEntries.words), scope);
  const reading = readingOf(
    (kind) => sql`array(
      select ${searchEntries.recordId} from ${searchEntries}
      where ${and(eq(searchEntries.kind, kind), isStale)})`,
  );
  if (reading === null) throw new Error("No module says what its records are found by");
  return reading;
}

function readingOf(idsOf: (kind: SearchKind) => SQL | null): SQL | null {
  const readings: SQL[] = [];
  for (const [kind, { entries: records }] of searchedRecords()) {
    const ids = records ? idsOf(kind) : null;
    if (ids === null) continue;
    readings.push(sql`
      select ${kind}::text as kind, record_id as id, at::text, texts from (${records}) as records
      where record_id = any(${ids})`);
  }
  return readings.length === 0 ? null : sql.join(readings, sql` union all `);
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
