/** What a list of a hundred thousand cases does where its reader looks. */
import { expect, it } from "vitest";
import { ListController } from "./list-controller.ts";
import { linesOf } from "./list-lines.ts";
import type { ListSource, PageStart } from "./list-source.ts";
import type { ListCounts } from "./list-state.ts";

const SIZE = 100_000;
const groups = [
  { key: "a", label: "a", count: 40_000 },
  { key: "b", label: "b", count: SIZE - 40_000 },
];
type Row = { readonly id: number; readonly group: string };

function openHundredThousand() {
  const asked: string[] = [];
  const bureau = {
    asked,
    /** What the network still holds back. */
    arrive: () => {},
  };
  const source: ListSource<Row, ListCounts> = {
    key: "all",
    choice: null,
    isNarrowed: false,
    compare: (a, b) => a.id - b.id,
    readCounts: async () => ({ found: SIZE, groups }),
    readPage: async (start) => {
      asked.push(JSON.stringify(start));
      await new Promise<void>((arrived) => (bureau.arrive = arrived));
      const first = placeOf(start);
      const rows = Array.from({ length: 50 }, (_, index) => ({
        id: first + index,
        group: first + index < 40_000 ? "a" : "b",
      }));
      return { rows, next: String(first + 50) };
    },
    readRows: async () => [],
  };
  const controller = new ListController<Row, ListCounts>();
  controller.show(source);
  return { ...bureau, bureau, controller };
}

function placeOf(start: PageStart): number {
  if ("after" in start) return Number(start.after);
  return (start.from === "b" ? 40_000 : 0) + start.skip;
}

const settled = () => new Promise<void>((done) => setTimeout(done, 0));
const lengthOf = (controller: ListController<Row, ListCounts>) =>
  linesOf(controller.snapshot().shown?.groups ?? [], {
    closed: new Set(),
    columns: 1,
    hasHeads: true,
  });

it(
  "has all its lines before its rows, and shows the rows of its middle by one page at once",
  { tags: ["W-LST-020"] },
  async () => {
    const { controller, bureau, asked } = openHundredThousand();
    await settled();
    bureau.arrive();
    await settled();
    const lines = lengthOf(controller);
    expect(lines.count).toBe(SIZE + groups.length);
    expect(controller.snapshot().shown?.rows.size).toBe(50);

    asked.length = 0;
    const began = performance.now();
    const line = lines.at(lines.count / 2);
    if (line?.kind !== "rows") throw new Error("No row stands in the middle");
    controller.look([{ start: line.places.start, end: line.places.start + 12 }]);
    expect(controller.snapshot().shown?.rows.at(line.places.start)).toBeUndefined();
    await settled();
    bureau.arrive();
    await settled();
    const { shown } = controller.snapshot();
    expect(shown?.rows.at(line.places.start)?.id).toBe(line.places.start);
    expect(shown?.rows.at(line.places.start + 11)?.id).toBe(line.places.start + 11);
    // All that is not the network's.
    expect(performance.now() - began).toBeLessThan(300);
    expect(asked).toEqual([JSON.stringify({ from: "b", skip: line.places.start - 40_000 })]);
    expect(lengthOf(controller).count).toBe(lines.count);
  },
);
