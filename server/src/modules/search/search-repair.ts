/** Compares every entry with its record, and has what is wrong written anew: for the doctor. */
import { sql, type SQL } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { searchedRecords } from "#server/events/searched-records.ts";
import { wordsOfTexts, writeEntries } from "./search-entries.service.ts";

const AT_ONCE = 1000;

type Entry = { kind: string; id: number };
type Compared = {
  id: number;
  at: string;
  texts: (string | null)[];
  words: string[] | null;
  wasAt: string;
};

/** Entries that are missing, not written, wrong, or without a record. */
export async function findWrongEntries(): Promise<Entry[]> {
  const wrong: Entry[] = [];
  for (const [kind, { entries }] of searchedRecords()) {
    if (!entries) continue;
    for (let last = 0; ;) {
      const rows = await compare(kind, { entries, last });
      wrong.push(...rows.filter(isWrong).map(({ id }) => ({ kind, id })));
      if (rows.length < AT_ONCE) break;
      last = rows.at(-1)?.id ?? last;
    }
    wrong.push(...(await withoutRecord(kind, entries)));
  }
  return wrong;
}

/** Answers what was wrong. */
export async function repairEntries(): Promise<Entry[]> {
  const wrong = await findWrongEntries();
  for (let done = 0; done < wrong.length; done += AT_ONCE) {
    const piece = wrong.slice(done, done + AT_ONCE);
    await inTransaction(async (tx) => {
      for (const [kind, { entries }] of searchedRecords()) {
        const ids = piece.filter((entry) => entry.kind === kind).map(({ id }) => id);
        if (ids.length === 0 || !entries) continue;
        const list = sql`${sql.param(ids)}::integer[]`;
        await tx.execute(sql`
          delete from search_entries where kind = ${kind} and record_id = any(${list})`);
        await tx.execute(sql`
          insert into search_entries (kind, record_id, case_id)
          select ${kind}, record_id, case_id from (${entries}) as records
          where record_id = any(${list})`);
      }
      await writeEntries(tx);
    });
  }
  return wrong;
}

async function compare(kind: string, { entries, last }: { entries: SQL; last: number }) {
  const { rows } = await runtime.database.execute<Compared>(sql`
    select records.record_id as id, records.at::text, records.texts,
      tsvector_to_array(entry.words) as words, entry.at::text as "wasAt"
    from (${entries}) as records
      left join search_entries as entry
        on entry.kind = ${kind} and entry.record_id = records.record_id
    where records.record_id > ${last}
    order by records.record_id limit ${AT_ONCE}`);
  return rows;
}

function isWrong({ texts, words, at, wasAt }: Compared): boolean {
  if (words === null || at !== wasAt) return true;
  const wanted = new Set(wordsOfTexts(texts));
  return words.length !== wanted.size || words.some((word) => !wanted.has(word));
}

async function withoutRecord(kind: string, entries: SQL): Promise<Entry[]> {
  const { rows } = await runtime.database.execute<Entry>(sql`
    select kind, record_id as id from search_entries as entry
    where kind = ${kind} and not exists (
      select from (${entries}) as records where records.record_id = entry.record_id
    )`);
  return rows;
}
