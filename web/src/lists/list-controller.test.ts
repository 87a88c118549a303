import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ListController } from "./list-controller.ts";
import type { ListSource, PageStart } from "./list-source.ts";
import type { ListCounts } from "./list-state.ts";

type Row = { id: number; group: string | null; rank: number };
type Held = { release: () => void };

/** A bureau of rows in two groups, kept in order as the server keeps it, and what was asked of it. */
class FakeList {
  rows: Row[] = [];
  readonly asked: string[] = [];
  isBroken = false;
  held: Held[] | null = null;

  constructor(sizes: Record<string, number>) {
    for (const [group, size] of Object.entries(sizes))
      for (let index = 0; index < size; index += 1)
        this.rows.push({ id: this.rows.length + 1, group, rank: index * 10 });
  }

  source(key = "all", isNarrowed = false): ListSource<Row, ListCounts> {
    return {
      key,
      choice: null,
      isNarrowed,
      compare: (a, b) => String(a.group).localeCompare(String(b.group)) || a.rank - b.rank,
      readPage: async (start) => {
        await this.#ask(`page ${describeStart(start)}`);
        const first = this.#placeOf(start);
        const rows = this.rows.slice(first, first + 50);
        const end = first + rows.length;
        return { rows, next: end < this.rows.length ? `after ${end}` : null };
      },
      readCounts: async () => {
        await this.#ask("counts");
        return { found: this.rows.length, groups: this.#groups() };
      },
      readRows: async (ids) => {
        await this.#ask(`rows ${ids.join(",")}`);
        return this.rows.filter(({ id }) => ids.includes(id));
      },
    };
  }

  /** Changes a row and puts it where the server would. */
  move(id: number, part: Partial<Row>): void {
    this.rows = this.rows
      .map((row) => (row.id === id ? { ...row, ...part } : row))
      .toSorted((a, b) => String(a.group).localeCompare(String(b.group)) || a.rank - b.rank);
  }

  async #ask(what: string): Promise<void> {
    this.asked.push(what);
    if (this.isBroken) throw new Error("away");
    const { held } = this;
    if (held !== null) await new Promise<void>((release) => held.push({ release }));
  }

  #groups() {
    const keys = [...new Set(this.rows.map(({ group }) => group))].filter((key) => key !== null);
    return keys.map((key) => ({
      key,
      label: key,
      count: this.rows.filter(({ group }) => group === key).length,
    }));
  }

  #placeOf(start: PageStart): number {
    if ("after" in start) return Number(start.after.split(" ")[1]);
    const head =
      start.from === undefined ? 0 : this.rows.findIndex(({ group }) => group === start.from);
    return head + start.skip;
  }
}

function describeStart(start: PageStart): string {
  return "after" in start ? start.after : `${start.from ?? "first"}+${start.skip}`;
}

const controllers: ListController<Row, ListCounts>[] = [];

async function opened(list: FakeList, source = list.source()) {
  const controller = new ListController<Row, ListCounts>();
  controllers.push(controller);
  controller.show(source);
  await vi.advanceTimersByTimeAsync(0);
  list.asked.length = 0;
  return controller;
}

function idsOf(controller: ListController<Row, ListCounts>, length: number) {
  const rows = controller.snapshot().shown?.rows;
  return Array.from({ length }, (_, place) => rows?.at(place)?.id ?? null);
}

function turnPage(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a long list", () => {
  it(
    "asks for counts and the first page together, then one page ahead of the view",
    { tags: ["W-LST-020"] },
    async () => {
      const list = new FakeList({ a: 90, b: 60 });
      const controller = await opened(list);
      expect(controller.snapshot().shown?.counts.found).toBe(150);
      controller.look([{ start: 20, end: 32 }]);
      await vi.advanceTimersByTimeAsync(0);
      expect(list.asked).toEqual(["page after 50"]);
      expect(idsOf(controller, 150).filter((id) => id !== null)).toHaveLength(100);
    },
  );

  it("reads one page where a jump leads", { tags: ["W-LST-024"] }, async () => {
    const list = new FakeList({ a: 40_000, b: 60_000 });
    const controller = await opened(list);
    controller.look([{ start: 40_000, end: 40_012 }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(list.asked).toEqual(["page b+0"]);
    expect(controller.snapshot().shown?.rows.at(40_000)?.id).toBe(40_001);
  });

  it(
    "keeps what is shown until another search is there, and one search for what is typed quickly",
    { tags: ["W-LST-022..023"] },
    async () => {
      const list = new FakeList({ a: 3 });
      const controller = await opened(list);
      for (const typed of ["s", "sa", "sar", "sarr", "sarro"]) {
        controller.show(new FakeList({ a: 1 }).source(typed, true), 80);
        await vi.advanceTimersByTimeAsync(40);
      }
      expect(controller.snapshot()).toMatchObject({ isPending: true, shown: { key: "all" } });
      const found = new FakeList({ a: 2 });
      controller.show(found.source("sarrouf", true), 80);
      await vi.advanceTimersByTimeAsync(80);
      expect(controller.snapshot()).toMatchObject({ isPending: false, shown: { key: "sarrouf" } });
      expect(found.asked).toEqual(["counts", "page first+0"]);
    },
  );

  it("never lets a late answer replace a newer one", { tags: ["W-LST-022"] }, async () => {
    const slow = new FakeList({ a: 1 });
    slow.held = [];
    const quick = new FakeList({ a: 2 });
    const controller = await opened(new FakeList({ a: 3 }));
    controller.show(slow.source("slow"));
    await vi.advanceTimersByTimeAsync(0);
    controller.show(quick.source("quick"));
    await vi.advanceTimersByTimeAsync(0);
    for (const { release } of slow.held) release();
    await vi.advanceTimersByTimeAsync(0);
    expect(controller.snapshot().shown?.key).toBe("quick");
  });

  it("says that it could not be read, and reads it when asked again", async () => {
    const list = new FakeList({ a: 3 });
    list.isBroken = true;
    const controller = await opened(list);
    expect(controller.snapshot()).toMatchObject({ shown: null, isPending: false });
    expect(controller.snapshot().error).toBeInstanceOf(Error);
    list.isBroken = false;
    controller.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(controller.snapshot()).toMatchObject({ isPending: false, error: null });
  });
});

describe("several runs in sight, as the columns of a board", () => {
  it(
    "are read one after the other, each from the head of its group",
    { tags: ["W-VIE-013"] },
    async () => {
      const list = new FakeList({ a: 8000, b: 3000, c: 20 });
      const controller = await opened(list);
      const columns = [0, 8000, 11_000].map((start) => ({ start, end: start + 6 }));
      controller.look(columns);
      await vi.advanceTimersByTimeAsync(0);
      expect(list.asked).toEqual(["page b+0", "page c+0"]);
      list.asked.length = 0;
      controller.hear([{ kind: "many" }]);
      await vi.advanceTimersByTimeAsync(6000);
      expect(list.asked).toEqual(["counts", "page a+0", "page b+0", "page c+0"]);
    },
  );

  it(
    "show a row where it is going before the server has said so",
    { tags: ["W-VIE-009"] },
    async () => {
      const list = new FakeList({ a: 3, b: 2 });
      const controller = await opened(list);
      controller.expect({ id: 1, group: "b", rank: -1 });
      expect(idsOf(controller, 5)).toEqual([2, 3, 1, 4, 5]);
      expect(list.asked).toEqual([]);
    },
  );
});

describe("what others change", () => {
  it(
    "is read as one row when it is in sight, and nothing else is read",
    { tags: ["W-LST-034"] },
    async () => {
      const list = new FakeList({ a: 5 });
      const controller = await opened(list);
      controller.hear([{ kind: "row", id: 3 }]);
      controller.hear([{ kind: "row", id: 3 }]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(list.asked).toEqual(["rows 3"]);
    },
  );

  it("causes no call when the row is not loaded", { tags: ["W-LST-035"] }, async () => {
    const list = new FakeList({ a: 500 });
    await opened(list).then((controller) => controller.hear([{ kind: "row", id: 400 }]));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(list.asked).toEqual([]);
  });

  it("moves a row within its group with one call", async () => {
    const list = new FakeList({ a: 5 });
    const controller = await opened(list);
    list.move(4, { rank: -1 });
    controller.hear([{ kind: "moved", id: 4 }]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(list.asked).toEqual(["rows 4"]);
    expect(idsOf(controller, 5)).toEqual([4, 1, 2, 3, 5]);
  });

  it(
    "moves a row to another group, with both counts, and reads the counts within six seconds",
    { tags: ["W-LST-036"] },
    async () => {
      const list = new FakeList({ a: 3, b: 2 });
      const controller = await opened(list);
      list.move(1, { group: "b", rank: 5 });
      controller.hear([{ kind: "moved", id: 1 }]);
      await vi.advanceTimersByTimeAsync(100);
      expect(idsOf(controller, 5)).toEqual([2, 3, 4, 1, 5]);
      expect(controller.snapshot().shown?.counts.groups.map(({ count }) => count)).toEqual([2, 3]);
      await vi.advanceTimersByTimeAsync(5900);
      expect(list.asked).toEqual(["rows 1", "counts"]);
    },
  );

  it("takes away a case that is no longer this person's", { tags: ["W-LST-039"] }, async () => {
    const list = new FakeList({ a: 3 });
    const controller = await opened(list);
    list.rows = list.rows.filter(({ id }) => id !== 2);
    controller.hear([{ kind: "gone", id: 2 }]);
    await vi.advanceTimersByTimeAsync(100);
    expect(idsOf(controller, 2)).toEqual([1, 3]);
    expect(controller.snapshot()).toMatchObject({ error: null, shown: { counts: { found: 2 } } });
  });

  it(
    "reads the counts at most once in five seconds, whatever comes in",
    { tags: ["W-LST-037"] },
    async () => {
      const list = new FakeList({ a: 60 });
      const controller = await opened(list);
      for (let second = 0; second < 10; second += 1) {
        controller.hear([{ kind: "many" }]);
        await vi.advanceTimersByTimeAsync(1000);
      }
      expect(list.asked.filter((what) => what === "counts").length).toBeLessThanOrEqual(2);
    },
  );

  it("is read when the page is seen again, not before", { tags: ["W-LST-038"] }, async () => {
    const list = new FakeList({ a: 5 });
    const controller = await opened(list);
    turnPage("hidden");
    list.move(4, { rank: -1 });
    controller.hear([{ kind: "moved", id: 4 }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(list.asked).toEqual([]);
    turnPage("visible");
    controller.wake();
    await vi.advanceTimersByTimeAsync(1000);
    expect(idsOf(controller, 5)).toEqual([4, 1, 2, 3, 5]);
  });

  it("asks the server whether a search still finds what has moved", async () => {
    const list = new FakeList({ a: 5 });
    const controller = await opened(list, list.source("needle", true));
    list.rows = list.rows.slice(1);
    controller.hear([{ kind: "moved", id: 1 }]);
    await vi.advanceTimersByTimeAsync(6000);
    expect(idsOf(controller, 5)).toEqual([2, 3, 4, 5, null]);
  });
});
