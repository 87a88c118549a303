import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSlots, type Slots } from "./slots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const openTwo = () => createSlots({ count: 2, waitMs: 1000, busy: "Busy" });

/** Says who gets a slot, in the order in which they do. */
function queue(slots: Slots, owners: readonly number[]) {
  const begun: number[] = [];
  const endings = new Map<number, () => void>();
  for (const owner of owners) {
    void slots.take(owner).then((giveBack) => {
      begun.push(owner);
      endings.set(owner, giveBack);
    });
  }
  return { begun, end: (owner: number) => endings.get(owner)?.() };
}

const refusalOf = (wait: Promise<unknown>): Promise<unknown> =>
  wait.catch((error: unknown) => error);

const settled = () => vi.advanceTimersByTimeAsync(0);

describe("slots", () => {
  it("hold no more than their number at once, and are free again when work fails", async () => {
    const slots = openTwo();
    const begun: number[] = [];
    const ends: ((failed: boolean) => void)[] = [];
    const work = (name: number) =>
      slots.run(async () => {
        begun.push(name);
        await new Promise<void>((resolve, reject) =>
          ends.push((failed) => (failed ? reject(new Error("no")) : resolve())),
        );
      });
    const all = Promise.allSettled([work(1), work(2), work(3)]);
    await settled();
    expect(begun).toEqual([1, 2]);
    ends[0]?.(true);
    await settled();
    expect(begun).toEqual([1, 2, 3]);
    for (const end of ends) end(false);
    expect((await all).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  it("go to whoever has the fewest, however long others have waited", async () => {
    const slots = openTwo();
    const { begun, end } = queue(slots, [1, 1, 1, 1, 2, 3]);
    await settled();
    end(1);
    await settled();
    expect(begun).toEqual([1, 1, 2]);
    end(2);
    await settled();
    expect(begun).toEqual([1, 1, 2, 3]);
  });

  it("are waited for until there is an answer, which is a 503", async () => {
    const slots = openTwo();
    await Promise.all([slots.take(1), slots.take(1)]);
    const late = refusalOf(slots.take(2));
    expect(slots.countOf(2)).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toMatchObject({ status: 503, message: "Busy" });
    expect(slots.countOf(2)).toBe(0);
  });

  it("are not kept for whoever has left the queue", async () => {
    const slots = openTwo();
    const giveBack = await slots.take(1);
    await slots.take(1);
    const leaving = new AbortController();
    const gone = refusalOf(slots.take(2, leaving.signal));
    leaving.abort();
    expect(await gone).toMatchObject({ status: 503 });
    giveBack();
    expect(slots.countOf(2)).toBe(0);
    expect(await slots.take(3)).toBeTypeOf("function");
  });

  it("come back once, however often they are given back", async () => {
    const slots = openTwo();
    const giveBack = await slots.take(1);
    await slots.take(1);
    giveBack();
    giveBack();
    expect(slots.countOf(1)).toBe(1);
  });
});
