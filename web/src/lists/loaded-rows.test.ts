import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LoadedRows, missingWindow } from "./loaded-rows.ts";

type Row = { id: number; rank: number };

const row = (id: number, rank = id): Row => ({ id, rank });
const page = (start: number, length: number) =>
  Array.from({ length }, (_, index) => row(start + index + 1));
const byRank = (a: Row, b: Row) => a.rank - b.rank || a.id - b.id;

function placesIn(rows: LoadedRows<Row>, total: number): (number | null)[] {
  return Array.from({ length: total }, (_, place) => rows.at(place)?.id ?? null);
}

describe("rows in memory", () => {
  it("keeps a row once, where it was read last", () => {
    const rows = new LoadedRows<Row>().withPage(0, page(0, 3)).withPage(3, [row(3), row(4)]);
    expect(placesIn(rows, 5)).toEqual([1, 2, null, 3, 4]);
  });

  it("moves a row to where it belongs when its neighbours are there", () => {
    const rows = new LoadedRows<Row>().withPage(0, page(0, 4)).without(4);
    expect(rows.placeFor(row(4, 0), byRank, 3)).toEqual({ place: 0, isExact: true });
    expect(placesIn(rows.withRowAt(0, row(4, 0)), 4)).toEqual([4, 1, 2, 3]);
  });

  it("does not guess a place between rows that are not loaded", () => {
    const rows = new LoadedRows<Row>().withPage(10, page(10, 3));
    const placeFor = (rank: number, total = 20) => rows.placeFor(row(99, rank), byRank, total);
    expect(placeFor(5)).toEqual({ place: 10, isExact: false });
    expect(placeFor(100)).toEqual({ place: 20, isExact: false });
    expect(placeFor(11.5)).toEqual({ place: 11, isExact: true });
    expect(placeFor(100, 13)).toEqual({ place: 13, isExact: true });
    const opened = rows.withRowAt(10, null);
    expect([10, 11, 12, 13].map((place) => opened.at(place)?.id)).toEqual([undefined, 11, 12, 13]);
  });

  it("lets the farthest rows go beyond two thousand", { tags: ["W-LST-021"] }, () => {
    let rows = new LoadedRows<Row>();
    for (let start = 0; start < 4000; start += 50)
      rows = rows.withPage(start, page(start, 50)).near([{ start, end: start + 12 }]);
    expect(rows.size).toBe(2000);
    expect(rows.at(3999)).toBeDefined();
    expect(rows.at(0)).toBeUndefined();
  });

  it("is the list itself after any moves of rows whose neighbours are loaded", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(29), fc.integer({ min: -5, max: 40 })), { maxLength: 20 }),
        (moves) => {
          let rows = new LoadedRows<Row>().withPage(0, page(0, 30));
          let all = page(0, 30);
          for (const [index, rank] of moves) {
            const moved = row(index + 1, rank + index / 100);
            all = [...all.filter(({ id }) => id !== moved.id), moved].toSorted(byRank);
            rows = rows.without(moved.id);
            rows = rows.withRowAt(rows.placeFor(moved, byRank, 29).place, moved);
          }
          expect(placesIn(rows, 30)).toEqual(all.map(({ id }) => id));
        },
      ),
    );
  });
});

describe("the next window to read", () => {
  const size = 50;
  const ahead = 25;

  it("is one page at the view, and nothing more while half a page lies below it", () => {
    const jumped = { start: 50_000, end: 50_012 };
    expect(
      missingWindow(new LoadedRows<Row>(), { start: 0, end: 12 }, { total: 9, size, ahead }),
    ).toEqual({ start: 0, end: 9 });
    const nothing = new LoadedRows<Row>().withPage(50_000, page(50_000, 50));
    expect(missingWindow(nothing, jumped, { total: 100_000, size, ahead })).toBeNull();
  });

  it("reads ahead of the view, and a gap above loaded rows from its end", () => {
    const first = new LoadedRows<Row>().withPage(0, page(0, 50));
    expect(missingWindow(first, { start: 30, end: 42 }, { total: 500, size, ahead })).toEqual({
      start: 50,
      end: 100,
    });
    const later = new LoadedRows<Row>().withPage(200, page(200, 50));
    expect(missingWindow(later, { start: 195, end: 207 }, { total: 500, size, ahead })).toEqual({
      start: 150,
      end: 200,
    });
  });
});
