import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { GATHER_MS, RequestCoalescer } from "./request-coalescer.ts";

/** A reading that ends when told to. */
function controlled() {
  const ends: ((value: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => ends.push(resolve));
  return { read, ends };
}

/** Longer than the first waits for the others. */
const gathered = () => pause(10);

describe("readings that many ask for at once", () => {
  it("never answer with one that began before the question", async () => {
    const shared = new RequestCoalescer<string>(GATHER_MS);
    const { read, ends } = controlled();
    const first = [shared.ask("cases", read), shared.ask("cases", read)];
    await gathered();
    expect(ends).toHaveLength(1);
    const later = [shared.ask("cases", read), shared.ask("cases", read)];
    ends[0]?.("before the change");
    expect(await Promise.all(first)).toEqual(["before the change", "before the change"]);
    await gathered();
    expect(ends).toHaveLength(2);
    ends[1]?.("after the change");
    expect(await Promise.all(later)).toEqual(["after the change", "after the change"]);
  });

  it("begin anew for whoever asks when all have ended", async () => {
    const shared = new RequestCoalescer<number>(GATHER_MS);
    let count = 0;
    const read = async () => (count += 1);
    expect(await shared.ask("cases", read)).toBe(1);
    expect(await shared.ask("cases", read)).toBe(2);
  });

  it("keep different keys apart", async () => {
    const shared = new RequestCoalescer<string>(GATHER_MS);
    const answers = ["one", "two"].map((key) => shared.ask(key, async () => key));
    expect(await Promise.all(answers)).toEqual(["one", "two"]);
  });

  it("tell everybody of a failure, and only those who asked by then", async () => {
    const shared = new RequestCoalescer<string>(GATHER_MS);
    const failing = shared.ask("cases", async () => {
      await pause(20);
      throw new Error("gone");
    });
    failing.catch(() => undefined);
    await gathered();
    const next = shared.ask("cases", async () => "back");
    await expect(failing).rejects.toThrow("gone");
    expect(await next).toBe("back");
    expect(await shared.ask("cases", async () => "still there")).toBe("still there");
  });
});
