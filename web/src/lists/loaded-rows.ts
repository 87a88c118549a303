/**
 * The rows of a long list that are in memory, by their place in the whole list. Pages fill it, a live update moves
 * single rows within it. A place without a row is one that nobody has read yet.
 */
export type Identified = { readonly id: number };

/** Rows that one page may hold in memory; beyond it the farthest from the view go (W-LST-021). */
const MOST_ROWS = 2000;

export type Compare<Row> = (a: Row, b: Row) => number;

export class LoadedRows<Row extends Identified> {
  readonly #rows: ReadonlyMap<number, Row>;

  constructor(rows: ReadonlyMap<number, Row> = new Map()) {
    this.#rows = rows;
  }

  get size(): number {
    return this.#rows.size;
  }

  at(place: number): Row | undefined {
    return this.#rows.get(place);
  }

  placeOf(id: number): number | null {
    for (const [place, row] of this.#rows) if (row.id === id) return place;
    return null;
  }

  /** A page that begins at a place. A row that moved while the pages were read stands once, where it was read last. */
  withPage(start: number, page: readonly Row[]): LoadedRows<Row> {
    const read = new Set(page.map(({ id }) => id));
    const rows = new Map([...this.#rows].filter(([, { id }]) => !read.has(id)));
    for (const [index, row] of page.entries()) rows.set(start + index, row);
    return new LoadedRows(rows);
  }

  /** What has changed of a row that keeps its place. */
  withRow(row: Row): LoadedRows<Row> {
    const place = this.placeOf(row.id);
    return place === null ? this : new LoadedRows(new Map(this.#rows).set(place, row));
  }

  /** Those below move up. */
  without(id: number): LoadedRows<Row> {
    const gone = this.placeOf(id);
    if (gone === null) return this;
    const rows = [...this.#rows].filter(([place]) => place !== gone);
    return new LoadedRows(
      new Map(rows.map(([place, row]) => [place - (place > gone ? 1 : 0), row])),
    );
  }

  /** Those at the place and below move down; without a row the place stays open. */
  withRowAt(place: number, added: Row | null): LoadedRows<Row> {
    const rows = [...this.#rows].map(([at, row]) => [at + (at >= place ? 1 : 0), row] as const);
    return new LoadedRows(new Map(added === null ? rows : [...rows, [place, added]]));
  }

  /** Where a row belongs among those that are loaded. Its place is exact only where its neighbours are loaded too. */
  placeFor(row: Row, compare: Compare<Row>, total: number): { place: number; isExact: boolean } {
    for (const place of [...this.#rows.keys()].toSorted((a, b) => a - b)) {
      if (compare(row, this.#rows.get(place) as Row) > 0) continue;
      return { place, isExact: place === 0 || this.#rows.has(place - 1) };
    }
    return { place: total, isExact: total === 0 || this.#rows.has(total - 1) };
  }

  /** The rows nearest to what is in sight, at most `most`. */
  near(inSight: readonly PlaceRange[], most: number = MOST_ROWS): LoadedRows<Row> {
    if (this.#rows.size <= most) return this;
    const distanceOf = (place: number) =>
      Math.min(...inSight.map(({ start, end }) => Math.max(start - place, place - end, 0)));
    const nearest = [...this.#rows].toSorted(([a], [b]) => distanceOf(a) - distanceOf(b));
    return new LoadedRows(new Map(nearest.slice(0, most)));
  }
}

/** Places from `start` up to, but without, `end`. */
export type PlaceRange = { readonly start: number; readonly end: number };

type WindowOptions = {
  readonly total: number;
  /** The most rows of one page. */
  readonly size: number;
  /** So many rows below what is in sight should be there too. */
  readonly ahead: number;
};

/**
 * The next run of rows to read so that what is in sight is there, and a little more below it; null when nothing is
 * missing. A gap that ends at loaded rows is read from its end upwards: whoever scrolls up needs what lies above.
 */
export function missingWindow<Row extends Identified>(
  loaded: LoadedRows<Row>,
  inSight: PlaceRange,
  { total, size, ahead }: WindowOptions,
): PlaceRange | null {
  const until = Math.min(total, inSight.end + ahead);
  let first = inSight.start;
  while (first < until && loaded.at(first) !== undefined) first += 1;
  if (first >= until) return null;
  let end = first;
  while (end < Math.min(total, first + size) && loaded.at(end) === undefined) end += 1;
  let start = first;
  const isAboveLoaded = loaded.at(end) !== undefined;
  while (isAboveLoaded && start > 0 && end - start < size && loaded.at(start - 1) === undefined)
    start -= 1;
  return { start, end: Math.min(total, start + size, Math.max(end, first + 1)) };
}

export function overlaps(a: PlaceRange, b: PlaceRange): boolean {
  return a.start < b.end && b.start < a.end;
}
