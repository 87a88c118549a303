/** How a list is read, and what a screen is told about it. */
import type { LiveRow } from "contract/session";
import type { Grouped, ListCounts, ListState } from "./list-state.ts";
import type { Compare } from "./loaded-rows.ts";

/** Where a page begins: behind a cursor, or so many rows after the first of a group. */
export type PageStart =
  | { readonly after: string }
  | { readonly from: string | undefined; readonly skip: number };

export function startQuery(start: PageStart) {
  if ("after" in start) return { after: start.after };
  return { from: start.from, skip: start.skip === 0 ? undefined : String(start.skip) };
}

export type Page<Row> = { readonly rows: readonly Row[]; readonly next: string | null };

/** How a list is read. Two sources of one key are the same list. */
export type ListSource<Row extends Grouped, Counts extends ListCounts, Choice = unknown> = {
  readonly key: string;
  readonly choice: Choice;
  readonly readPage: (start: PageStart, signal: AbortSignal) => Promise<Page<Row>>;
  readonly readCounts: (signal: AbortSignal) => Promise<Counts>;
  readonly readRows: (ids: readonly number[], signal: AbortSignal) => Promise<readonly Row[]>;
  /** The order of the whole list, its groups included. */
  readonly compare: Compare<Row>;
  /** A search or a filter: only the server knows whether a changed row still belongs. */
  readonly isNarrowed: boolean;
};

export type ListSnapshot<Row extends Grouped, Counts extends ListCounts, Choice = unknown> = {
  /** Null until the first list has been read. */
  readonly shown: ListState<Row, Counts, Choice> | null;
  /** A list is being read that is not shown yet. */
  readonly isPending: boolean;
  readonly error: unknown;
};

/** A list that is read anew with counts that have come already. */
export type Anew<Row extends Grouped, Counts extends ListCounts, Choice> = {
  readonly source: ListSource<Row, Counts, Choice>;
  readonly counts: Counts;
  readonly signal: AbortSignal;
};

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
/** What has happened to a row of this list, or to many of them. */
export type RowChange = Without<LiveRow, "list">;
