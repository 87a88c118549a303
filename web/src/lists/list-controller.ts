/**
 * One long list as a screen shows it: counts tell its height, pages are read where somebody looks, live notices change
 * single rows. While another search or order is being read the one before stays in sight (finding-and-moving.md 2.5, 2.6).
 */
import type { Anew, ListSnapshot, ListSource, Page, RowChange } from "./list-source.ts";
import {
  type Grouped,
  type ListCounts,
  type ListState,
  listState,
  type Unknown,
  withChange,
} from "./list-state.ts";
import { missingIn, PAGE_SIZE, startOf } from "./list-windows.ts";
import { LoadedRows, overlaps, type PlaceRange } from "./loaded-rows.ts";

/** So long notices are gathered before their rows are read. */
const GATHER_MS = 100;
/** Counts are read at most once in this time because of what others do. */
const COUNTS_PAUSE_MS = 5000;
/** One call of rows takes no more. */
const MOST_IDS = 100;

export class ListController<Row extends Grouped, Counts extends ListCounts, Choice = unknown> {
  #snapshot: ListSnapshot<Row, Counts, Choice> = { shown: null, isPending: true, error: null };
  readonly #listeners = new Set<() => void>();
  #source: ListSource<Row, Counts, Choice> | null = null;
  #inSight: readonly PlaceRange[] = TOP;
  /** Cursors of pages that were read, by the place that follows them. */
  readonly #cursors = new Map<number, string>();
  /** Ends whatever is read for the list that is about to be replaced. */
  #reading = new AbortController();
  #page: { readonly window: PlaceRange; readonly controller: AbortController } | null = null;
  #opening: ReturnType<typeof setTimeout> | undefined;
  /** Rows that changed and have not been read yet, and whether their places may have changed. */
  readonly #changed = new Map<number, boolean>();
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #stale: Unknown = "nothing";
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  #countsReadAt = Number.NEGATIVE_INFINITY;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ListSnapshot<Row, Counts, Choice> => this.#snapshot;

  /** Shows a list, after a pause where somebody is still typing. What is shown stays until it is there. */
  show(source: ListSource<Row, Counts, Choice>, pauseMs = 0): void {
    const isSame = this.#source?.key === source.key;
    this.#source = source;
    if (isSame) return;
    this.#reading.abort();
    this.#reading = new AbortController();
    this.#stopPage();
    clearTimeout(this.#opening);
    if (this.#snapshot.shown?.key === source.key) {
      this.#change({ isPending: false, error: null });
      return;
    }
    this.#change({ isPending: true, error: null });
    if (pauseMs === 0) void this.#open(source);
    else this.#opening = setTimeout(() => void this.#open(source), pauseMs);
  }

  /** The places that somebody sees, in one run or in several: what is missing of them is read, and a little more. */
  readonly look = (places: readonly PlaceRange[]): void => {
    if (places.length === 0) return;
    this.#inSight = places;
    this.#readMissing();
  };

  /** Shows a row as it is about to be, before the server has said so. */
  readonly expect = (row: Row): void => {
    const { shown } = this.#snapshot;
    if (shown === null || this.#source === null) return;
    const change = { id: row.id, row, compare: this.#source.compare };
    this.#cursors.clear();
    this.#change({ shown: withChange(shown, change).state });
  };

  /** After a failure. */
  readonly retry = (): void => {
    const source = this.#source;
    if (source === null) return;
    this.#change({ isPending: true, error: null });
    if (this.#snapshot.shown?.key === source.key) this.refresh();
    else void this.#open(source);
  };

  /** What others, or this person in a dialog, have changed. Nothing is read for a page that nobody looks at. */
  readonly hear = (changes: readonly RowChange[]): void => {
    for (const change of changes) {
      if (change.kind === "many") this.#stale = "rows";
      else this.#changed.set(change.id, this.#changed.get(change.id) || change.kind !== "row");
    }
    if (!isHidden()) this.#gather(GATHER_MS);
  };

  /** The page is looked at again. */
  readonly wake = (): void => {
    if (this.#stale !== "nothing" || this.#changed.size > 0) this.#gather(0);
  };

  /** Reads counts and what is in sight anew, as after an absence; without the wait that is there for what others do. */
  readonly refresh = (): void => {
    this.#countsReadAt = Number.NEGATIVE_INFINITY;
    this.#unschedule();
    this.#schedule("rows");
  };

  /** The same at once, also while nobody looks; ends when it is there. */
  readonly reread = async (): Promise<void> => {
    if (this.#snapshot.isPending) return;
    if (this.#snapshot.shown === null) return this.retry();
    this.#unschedule();
    this.#stale = "rows";
    await this.#readAgain();
  };

  #change(part: Partial<ListSnapshot<Row, Counts, Choice>>): void {
    this.#snapshot = { ...this.#snapshot, ...part };
    for (const listener of this.#listeners) listener();
  }

  #put(part: Partial<Pick<ListState<Row, Counts, Choice>, "counts" | "rows">>): void {
    const { shown } = this.#snapshot;
    if (shown !== null) this.#change({ shown: listState({ ...shown, ...part }) });
  }

  async #open(source: ListSource<Row, Counts, Choice>): Promise<void> {
    const { signal } = this.#reading;
    try {
      const [counts, page] = await Promise.all([
        source.readCounts(signal),
        source.readPage({ from: undefined, skip: 0 }, signal),
      ]);
      if (signal.aborted) return;
      this.#countsReadAt = performance.now();
      this.#cursors.clear();
      this.#inSight = TOP;
      this.#keepCursor(page, 0);
      const rows = new LoadedRows<Row>().withPage(0, page.rows);
      const shown = listState({ key: source.key, choice: source.choice, counts, rows });
      this.#change({ shown, isPending: false, error: null });
    } catch (error) {
      if (!signal.aborted) this.#change({ isPending: false, error });
    }
  }

  #keepCursor({ rows, next }: Page<Row>, start: number): void {
    if (next !== null) this.#cursors.set(start + rows.length, next);
  }

  #stopPage(): void {
    this.#page?.controller.abort();
    this.#page = null;
  }

  #readMissing(): void {
    const { shown, isPending, error } = this.#snapshot;
    const source = this.#source;
    if (shown === null || source === null || isPending || error !== null) return;
    if (this.#page !== null) {
      const { window } = this.#page;
      if (this.#inSight.some((places) => overlaps(window, places))) return;
      this.#stopPage();
    }
    const missing = missingIn(shown, this.#inSight, PAGE_SIZE / 2)[0];
    if (missing !== undefined) void this.#readWindow(source, missing);
  }

  async #readWindow(source: ListSource<Row, Counts, Choice>, window: PlaceRange): Promise<void> {
    const controller = new AbortController();
    this.#page = { window, controller };
    try {
      const start = startOf(window.start, this.#snapshot.shown, this.#cursors);
      const page = await source.readPage(start, controller.signal);
      const { shown } = this.#snapshot;
      if (controller.signal.aborted || shown === null) return;
      this.#page = null;
      this.#keepCursor(page, window.start);
      const rows = shown.rows.withPage(window.start, page.rows);
      this.#put({ rows: rows.near(this.#inSight) });
      // Nothing where the counts promised rows: they have gone meanwhile.
      if (page.rows.length === 0) this.#schedule("rows");
      else this.#readMissing();
    } catch (error) {
      if (controller.signal.aborted) return;
      this.#page = null;
      this.#change({ error });
    }
  }

  #gather(pauseMs: number): void {
    if (this.#gathering !== undefined) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      void this.#readChanged();
    }, pauseMs);
  }

  async #readChanged(): Promise<void> {
    const { shown } = this.#snapshot;
    const source = this.#source;
    const changed = [...this.#changed];
    this.#changed.clear();
    if (this.#stale !== "nothing") this.#schedule(this.#stale);
    if (shown === null || source === null) return;
    const ids = changed.map(([id]) => id).filter((id) => shown.rows.placeOf(id) !== null);
    // Where a row stood, or whether a search finds it, is not known here.
    const isUnknown = changed.some(
      ([id, isMoved]) => isMoved && (source.isNarrowed || !ids.includes(id)),
    );
    if (isUnknown) this.#schedule("rows");
    for (let start = 0; start < ids.length; start += MOST_IDS)
      await this.#readRows(source, ids.slice(start, start + MOST_IDS));
  }

  async #readRows(source: ListSource<Row, Counts, Choice>, ids: readonly number[]): Promise<void> {
    const { signal } = this.#reading;
    const read = await source.readRows(ids, signal).catch(() => null);
    if (signal.aborted) return;
    if (read === null) return this.#schedule("rows");
    const rows = new Map(read.map((row) => [row.id, row]));
    for (const id of ids) {
      const { shown } = this.#snapshot;
      if (shown === null) return;
      const change = { id, row: rows.get(id) ?? null, compare: source.compare };
      const { state, unknown } = withChange(shown, change);
      if (state.counts !== shown.counts) this.#cursors.clear();
      this.#change({ shown: state });
      if (unknown !== "nothing") this.#schedule(unknown);
    }
    this.#readMissing();
  }

  #schedule(unknown: Unknown): void {
    if (this.#stale !== "rows") this.#stale = unknown;
    const wait = Math.max(0, this.#countsReadAt + COUNTS_PAUSE_MS - performance.now());
    if (this.#refreshing !== undefined) return;
    this.#refreshing = setTimeout(() => {
      this.#refreshing = undefined;
      if (!isHidden()) void this.#readAgain();
    }, wait);
  }

  #unschedule(): void {
    clearTimeout(this.#refreshing);
    this.#refreshing = undefined;
  }

  async #readAgain(): Promise<void> {
    const source = this.#source;
    const { shown } = this.#snapshot;
    const mustReadRows = this.#stale === "rows";
    this.#stale = "nothing";
    if (source === null || shown?.key !== source.key) return;
    const { signal } = this.#reading;
    this.#countsReadAt = performance.now();
    try {
      const counts = await source.readCounts(signal);
      if (signal.aborted) return;
      const expected = this.#snapshot.shown?.counts.groups;
      if (mustReadRows || JSON.stringify(counts.groups) !== JSON.stringify(expected))
        await this.#readInSight({ source, counts, signal });
      else this.#put({ counts });
      if (!signal.aborted) this.#change({ isPending: false, error: null });
    } catch (error) {
      if (!signal.aborted) this.#change({ isPending: false, error });
    }
  }

  /** Counts and what is in sight change together; all else is forgotten, and read when somebody goes there. */
  async #readInSight({ source, counts, signal }: Anew<Row, Counts, Choice>): Promise<void> {
    const { shown } = this.#snapshot;
    if (shown === null) return;
    this.#stopPage();
    this.#cursors.clear();
    let next = listState({ ...shown, counts, rows: new LoadedRows<Row>() });
    for (let [window] = missingIn(next, this.#inSight, 0); window !== undefined;) {
      const page = await source.readPage(startOf(window.start, next, this.#cursors), signal);
      if (signal.aborted) return;
      this.#keepCursor(page, window.start);
      next = { ...next, rows: next.rows.withPage(window.start, page.rows) };
      // Fewer than the counts promised: the next reading will say so.
      if (page.rows.length === 0) break;
      [window] = missingIn(next, this.#inSight, 0);
    }
    this.#change({ shown: next });
    this.#readMissing();
  }
}

const TOP: readonly PlaceRange[] = [{ start: 0, end: 1 }];

const isHidden = () => document.visibilityState === "hidden";
