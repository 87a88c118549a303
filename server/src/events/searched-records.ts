/** What each module says in its definition about how its records are found; the search itself names no module. */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { SearchKind } from "contract/search";
import type { SignedInActor } from "#server/core/actor.ts";

/** Statements that run side by side; each answers or is late by itself. */
export type SearchStatement = "cases" | "records" | "messages";

/** A record that was found, as its module reads it. */
export type FoundRecord = {
  kind: SearchKind;
  id: number;
  at: string;
  title: string;
  /** Shown instead of the title where the words stand in this alone. */
  otherTitle: string | null;
  detail: string;
  /** A code or an address: whoever types the whole of it means this record. */
  code: string | null;
  caseCode: string | null;
  caseTitle: string | null;
  /** What else the link needs. */
  place: string | null;
};

/** So many of the newest are looked through in their order before an index over words is asked. */
export const NEWEST_LOOKED_THROUGH = 1000;

export type SearchedRecords = {
  statement: SearchStatement;
  /**
   * Every record with what it is found by: `record_id`, `case_id`, `at` and `texts`. Records without are found by a
   * condition of their own in `hits`.
   */
  entries?: SQL;
  /**
   * Those that this actor may read, in the columns of `foundColumns`, under the module's own conditions; without entries
   * on demand only those among the newest.
   */
  hits(actor: SignedInActor, words: readonly string[], isAmongNewest?: boolean): SQL;
  /**
   * Those that are meant by the whole of what was typed, in the columns of `foundColumns`, where that is no code of
   * `hits`; null when this actor finds none in this way.
   */
  meant?(actor: SignedInActor, typed: string): SQL | null;
  present(record: FoundRecord, actor: SignedInActor): { detail: string; link: string };
  /** Nobody finds it who does not see its case. */
  needsCase?: true;
  /** The title is the text around what was found. */
  isLong?: true;
};
export type SearchedDefinitions = Partial<Record<SearchKind, SearchedRecords>>;

const searched = new Map<SearchKind, SearchedRecords>();

export function defineSearched(definitions: SearchedDefinitions): void {
  for (const [kind, definition] of Object.entries(definitions))
    searched.set(kind as SearchKind, definition);
}

export function searchedRecords(): ReadonlyMap<SearchKind, SearchedRecords> {
  return searched;
}

type Columns = Record<"id" | "at" | "title", SQLWrapper> &
  Partial<
    Record<"otherTitle" | "detail" | "code" | "caseCode" | "caseTitle" | "place", SQLWrapper>
  >;

const NONE = sql`null::text`;

/** The same columns in the same order for every kind. `code_key` is compared with what was typed, in lower case. */
export function foundColumns(columns: Columns): SQL {
  const { code } = columns;
  return sql`${columns.id} as id, ${columns.at} as at, ${columns.title} as title,
    ${columns.otherTitle ?? NONE} as "otherTitle", ${columns.detail ?? NONE} as detail,
    ${code ?? NONE} as code, ${code ? sql`lower(${code})` : NONE} as code_key,
    ${columns.caseCode ?? NONE} as "caseCode", ${columns.caseTitle ?? NONE} as "caseTitle",
    ${columns.place ?? NONE} as place`;
}
