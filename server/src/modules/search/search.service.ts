/**
 * One search over everything. A few statements side by side, each with little time: whatever takes too long is late, and
 * the rest is shown. Who may see what is said by the modules, in the statement.
 */
import { sql, type SQL } from "drizzle-orm";
import { fold } from "contract/fold";
import { holdsScope } from "contract/scopes";
import {
  type FoundKind,
  hitsShown,
  type SearchAnswer,
  type SearchHit,
  type SearchKind,
  searchKinds,
  searchScopes,
} from "contract/search";
import { excerpt, marksIn, tokens, wordsOf } from "contract/search-words";
import { hasFullAccess, type SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readInstant } from "#server/database/columns.ts";
import { onConnection } from "#server/database/connection.ts";
import { isTooSlow } from "#server/database/errors.ts";
import {
  type FoundRecord,
  NEWEST_LOOKED_THROUGH,
  type SearchedRecords,
  searchedRecords,
} from "#server/events/searched-records.ts";

const EXCERPT = 120;
/** All entries of so many cases are read in the time that a search has. */
const FEW_CASES = 1000;
/** So many among the newest, or more: a search would not be done with all of them in its time. */
const FREQUENT = 3;

type Asking = {
  actor: SignedInActor;
  q: string;
  needle: string;
  words: string[];
  limit: number | undefined;
};
type Asked = { kind: SearchKind; records: SearchedRecords };
type Progress = { preparing: number; prepared: number };
type Row = FoundRecord & { isExact: boolean } & Progress;
type Outcome = { kinds: (FoundKind & { rank: number })[] } & Progress;

export async function find(
  actor: SignedInActor,
  { q, kind, limit }: { q: string; kind?: SearchKind | undefined; limit?: number | undefined },
): Promise<SearchAnswer> {
  const needle = fold(q);
  const asking = { actor, q: q.trim(), needle, words: wordsOf(q), limit };
  const asked = askedKinds(asking, kind);
  const statements = Map.groupBy(asked, ({ records }) => records.statement);
  const outcomes = await Promise.all([...statements.values()].map((kinds) => ask(asking, kinds)));
  const kinds = outcomes.flatMap((outcome) => outcome.kinds);
  const answered = outcomes.find(({ preparing }) => preparing > 0);
  return {
    kinds: kinds
      .toSorted((a, b) => Number(b.rank === 4) - Number(a.rank === 4) || placeOf(a) - placeOf(b))
      .map(({ rank: _rank, ...found }) => found),
    preparing: answered?.preparing ?? 0,
    prepared: answered?.prepared ?? 0,
  };
}

/** A single letter begins too many words: it asks only for what is found by containing it. */
function askedKinds({ actor, words }: Asking, only: SearchKind | undefined): Asked[] {
  const isLong = words.some((word) => Array.from(word).length > 1);
  return [...searchedRecords()]
    .map(([kind, records]) => ({ kind, records }))
    .filter(({ kind, records }) => (only ?? kind) === kind && (isLong || !records.entries))
    .filter(({ kind }) => !actor.token || holdsScope(actor.token.scopes, searchScopes[kind]));
}

async function ask(asking: Asking, kinds: readonly Asked[]): Promise<Outcome> {
  try {
    const { rows } = await onConnection(runtime.searchPool).execute<Row>(
      statementFor(asking, kinds),
    );
    const [{ preparing, prepared } = { preparing: 0, prepared: 0 }] = rows;
    // Without a hit there is one row, which says how far the search is prepared.
    const found = rows.filter(({ kind }) => kind !== null);
    const answers = kinds.map((asked) => answerOf(asking, asked, found));
    return { kinds: answers, preparing, prepared };
  } catch (error) {
    if (!isTooSlow(error)) throw error;
    const late = { hits: [], more: false, late: true, rank: 0 };
    return { kinds: kinds.map(({ kind }) => ({ kind, ...late })), preparing: 0, prepared: 0 };
  }
}

/** The newest of each kind, and whose code or address was typed. */
function statementFor(asking: Asking, kinds: readonly Asked[]): SQL {
  const readings = kinds.map((asked) => readingOf(asking, asked));
  return sql`
    select progress.*, found.* from (
      select coalesce(sum(total - filled) filter (where not is_done), 0)::integer as preparing,
        coalesce(sum(filled) filter (where total > filled), 0)::integer as prepared
      from search_fills
    ) as progress
    left join (${sql.join(readings, sql` union all `)}) as found on true`;
}

function readingOf(asking: Asking, { kind, records }: Asked): SQL {
  const { limit } = asking;
  const select = (isExact: boolean) =>
    sql`select ${kind}::text as kind, ${sql.raw(String(isExact))} as "isExact", hit.*`;
  const most = (limit ?? hitsShown[kind]) + 1;
  return sql`
    (${select(false)} from (${newestOf(asking, { kind, records }, most)}) as hit order by hit.at desc, hit.id desc)
    union all
    (${select(true)} from (${meantBy(asking, records)}) as hit limit ${most})`;
}

/** Whose code or address was typed, or what else the module knows its records by. */
function meantBy({ actor, q }: Asking, records: SearchedRecords): SQL {
  const meant = records.meant?.(actor, q);
  if (meant) return meant;
  const hits = records.hits(actor, []);
  return sql`select * from (${hits}) as one where one.code_key = ${q.toLowerCase()} limit 1`;
}

/**
 * What many records are called stands among the newest ones too, which are looked through in their order; only where
 * those are not enough are all that match gathered and sorted. So one plan serves rare and frequent words alike.
 */
function newestOf(asking: Asking, asked: Asked, most: number): SQL {
  return asked.records.entries
    ? newestByEntries(asking, asked, most)
    : newestByCondition(asking, asked, most);
}

function newestByCondition({ actor, words }: Asking, { records }: Asked, most: number): SQL {
  const found = (isAmongNewest: boolean) => sql`
    select hit.* from (${records.hits(actor, words, isAmongNewest)}) as hit
    order by hit.at desc, hit.id desc limit ${most}`;
  return sql`
    with latest as materialized (${found(true)}),
      enough as materialized (select count(*) >= ${most} as is_enough from latest)
    select * from latest where (select is_enough from enough)
    union all
    select * from (${found(false)}) as every where not (select is_enough from enough)`;
}

function newestByEntries(asking: Asking, { kind, records }: Asked, most: number): SQL {
  const { actor, words } = asking;
  // Looked up one after the other in their order, until there are enough: what is joined first is joined whole.
  const hitsOf = (entries: SQL) => sql`
    select hit.* from (
      select * from ${entries} order by at desc, record_id desc offset 0
    ) as entry cross join lateral (
      select * from (${records.hits(actor, words)}) as hit where hit.id = entry.record_id offset 0
    ) as hit
    order by entry.at desc, entry.record_id desc limit ${most}`;
  return sql`
    with sampled as materialized (
      select record_id, at from (
        select * from search_entries where ${isOf(kind)}
        order by at desc, record_id desc limit ${NEWEST_LOOKED_THROUGH}
      ) as newest where ${holds(words)}
    ), latest as materialized (${hitsOf(sql`sampled`)}),
      enough as materialized (select count(*) >= ${most} as is_enough from latest),
      matching as materialized (${allMatches(asking, { kind, records })})
    select * from latest where (select is_enough from enough)
    union all
    select * from (${hitsOf(sql`matching`)}) as every where not (select is_enough from enough)`;
}

/**
 * By their words. What is frequent among the newest may stand in a million entries of others: who has few cases finds
 * his own by going through these.
 */
function allMatches({ actor, words }: Asking, { kind, records }: Asked): SQL {
  const byWords = sql`select record_id, at from search_entries where ${isOf(kind)} and ${holds(words)}`;
  if (hasFullAccess(actor) || !records.needsCase) return byWords;
  const own = sql`select case_id from case_assignments where user_id = ${actor.id}`;
  const byCase = sql`((select count(*) from sampled) >= ${FREQUENT}
    and (select count(*) from (${own} limit ${FEW_CASES + 1}) as own) <= ${FEW_CASES})`;
  return sql`
    select record_id, at from (
      select * from search_entries
      where ${byCase} and ${isOf(kind)} and case_id = any(array(${own})) offset 0
    ) as own where ${holds(words)}
    union all
    ${byWords} and not ${byCase}`;
}

/** Written out, so that the indexes of this kind alone are known to fit. */
function isOf(kind: SearchKind): SQL {
  return sql.raw(`kind = '${kind}'`);
}

function holds(words: readonly string[]): SQL {
  return sql`words @@ ${queryOf(words)}::tsquery`;
}

/** Quoted, so that no sign in it means anything. */
function queryOf(words: readonly string[]): string {
  return words
    .map((word) => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`)
    .join(" & ");
}

function answerOf(
  asking: Asking,
  { kind, records }: Asked,
  rows: readonly Row[],
): FoundKind & { rank: number } {
  const shown = asking.limit ?? hitsShown[kind];
  const own = rows.filter((row) => row.kind === kind);
  const unique = [...new Map(own.map((row) => [row.id, row])).values()];
  const ranked = unique
    .map((row) => ({ row, rank: rankOf(asking, row) }))
    .toSorted((a, b) => b.rank - a.rank || Number(a.row.isExact) - Number(b.row.isExact));
  return {
    kind,
    hits: ranked.slice(0, shown).map(({ row }) => hitOf(asking, records, row)),
    more: own.filter(({ isExact }) => !isExact).length > shown,
    late: false,
    rank: ranked[0]?.rank ?? 0,
  };
}

/** The whole code or address, its beginning, whole words, the rest; the newest first in each. */
function rankOf({ needle, words }: Asking, { code, title, isExact }: Row): number {
  if (isExact || (code !== null && fold(code) === needle)) return 4;
  if (fold(title).startsWith(needle) || (code !== null && fold(code).startsWith(needle))) return 3;
  const whole = new Set(tokens(title));
  return words.every((word) => whole.has(word)) ? 2 : 1;
}

function hitOf({ actor, words }: Asking, records: SearchedRecords, row: Row): SearchHit {
  const { detail, link } = records.present(row, actor);
  const how = { anywhere: records.entries === undefined };
  const { otherTitle } = row;
  const isInOther =
    otherTitle !== null &&
    marksIn(row.title, words, how).length === 0 &&
    marksIn(otherTitle, words, how).length > 0;
  const whole = isInOther ? otherTitle : row.title;
  const title = records.isLong ? excerpt(whole, words, EXCERPT) : whole;
  return {
    id: row.id,
    title,
    detail,
    at: readInstant(String(row.at)),
    caseId: row.caseCode,
    caseTitle: row.caseTitle,
    link,
    marks: marksIn(title, words, how),
  };
}

function placeOf({ kind }: { kind: SearchKind }): number {
  return searchKinds.indexOf(kind);
}
