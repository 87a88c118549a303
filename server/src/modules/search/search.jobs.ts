/** Takes in what was there before the search, and what became stale while no portal of this version was looking. */
import { eq, sql } from "drizzle-orm";
import type { SearchKind } from "contract/search";
import type { Transaction } from "#server/database/connection.ts";
import { searchFills } from "#server/database/tables/search-fills.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { type SearchedRecords, searchedRecords } from "#server/events/searched-records.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { writeEntries } from "./search-entries.service.ts";

const AT_ONCE = 1000;

/** Each piece is a transaction of its own: a portal that is killed goes on where it was. */
export async function fillSearch(): Promise<void> {
  for (const [kind, { entries }] of searchedRecords()) {
    if (!entries) continue;
    while (await inTransaction((tx) => noteMissing(tx, kind, entries)));
  }
  while ((await inTransaction((tx) => writeEntries(tx))) > 0);
}

/** One more piece of the records of this kind; false when all have an entry. */
async function noteMissing(
  tx: Transaction,
  kind: SearchKind,
  records: NonNullable<SearchedRecords["entries"]>,
): Promise<boolean> {
  const fill = await lockFill(tx, kind, records);
  if (!fill || fill.isDone) return false;
  const { rows } = await tx.execute<{ last: number | null; count: number }>(sql`
    with piece as (
      select record_id, case_id from (${records}) as records
      where record_id > ${fill.filledTo} order by record_id limit ${AT_ONCE}
    ), noted as (
      insert into search_entries (kind, record_id, case_id)
      select ${kind}, record_id, case_id from piece on conflict do nothing
    )
    select max(record_id) as last, count(*)::integer as count from piece`);
  const { last, count } = rows[0] ?? { last: null, count: 0 };
  await tx
    .update(searchFills)
    .set({
      filledTo: last ?? fill.filledTo,
      filled: fill.filled + count,
      isDone: count < AT_ONCE,
    })
    .where(eq(searchFills.kind, kind));
  while ((await writeEntries(tx)) === AT_ONCE);
  return count === AT_ONCE;
}

async function lockFill(
  tx: Transaction,
  kind: SearchKind,
  records: NonNullable<SearchedRecords["entries"]>,
) {
  const find = () => tx.select().from(searchFills).where(eq(searchFills.kind, kind)).for("update");
  const [known] = await find();
  if (known) return known;
  await tx.execute(sql`
    insert into search_fills (kind, total)
    select ${kind}, count(*) from (${records}) as records on conflict do nothing`);
  const [begun] = await find();
  return begun;
}

defineJob(
  "search.fill",
  { schedule: "* * * * *", atStart: true, retryLimit: 1, expireInSeconds: 3600 },
  fillSearch,
);
