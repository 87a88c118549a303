import { afterEach, describe, expect, it } from "vitest";
import type { Order } from "#testing/ordered.program.ts";
import { ChildCrashed } from "./child.ts";
import { ChildTimeout, createLastingChild, type LastingChild } from "./lasting-child.ts";

let child: LastingChild<Order, string>;
afterEach(() => child.close());

const program = new URL("../../testing/ordered.program.ts", import.meta.url);

function start({ limitMs = 20_000, idleMs = 60_000 } = {}): LastingChild<Order, string> {
  child = createLastingChild({ program, limitMs, idleMs, heapMegabytes: 32, megabytes: 180 });
  return child;
}

async function ended(): Promise<void> {
  while (child.processId() !== null) await new Promise((resolve) => setImmediate(resolve));
}

describe("a process for work", () => {
  it("starts with its first order and answers one after the other", async () => {
    start();
    expect(child.processId()).toBeNull();
    expect(await Promise.all([child.ask("echo"), child.ask("echo")])).toEqual(["echo", "echo"]);
    expect(child.processId()).not.toBeNull();
  });

  it.each(["end", "eat", "grow"] as const)(
    "tells of a crash, and works on with the next order: %s",
    async (trouble) => {
      start();
      await expect(child.ask(trouble)).rejects.toBeInstanceOf(ChildCrashed);
      expect(await child.ask("echo")).toBe("echo");
    },
  );

  it("tells of an error by its kind alone, and works on in the same process", async () => {
    start();
    await child.ask("echo");
    const before = child.processId();
    await expect(child.ask("throw")).rejects.toThrow(/^TypeError$/);
    expect(await child.ask("echo")).toBe("echo");
    expect(child.processId()).toBe(before);
  });

  it("ends an order that takes too long, and works on with the next", async () => {
    start({ limitMs: 1500 });
    await expect(child.ask("hang")).rejects.toBeInstanceOf(ChildTimeout);
    await ended();
  });

  it("is gone when nothing was asked of it for a while", async () => {
    start({ idleMs: 20 });
    await child.ask("echo");
    await ended();
    expect(child.processId()).toBeNull();
  });

  it("answers an order that comes while the idle one is ending", async () => {
    start({ idleMs: 0 });
    for (let order = 0; order < 3; order += 1) {
      expect(await child.ask("echo")).toBe("echo");
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
});
