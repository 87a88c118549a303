import { afterEach, describe, expect, it } from "vitest";
import { createThread, type Thread, WorkerCrashed, WorkerTimeout } from "./lasting-thread.ts";

type Order = "echo" | "end" | "throw" | "never";
let thread: Thread<Order, string>;
afterEach(() => thread.close());

function start({ limitMs = 20_000, idleMs = 60_000 } = {}): Thread<Order, string> {
  const program = new URL(
    "data:text/javascript," +
      encodeURIComponent(`import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ id, order }) => {
  if (order === "echo") parentPort.postMessage({ id, answer: "echo" });
  if (order === "throw") parentPort.postMessage({ id, trouble: "TypeError" });
  if (order === "end") process.exit(3);
});`),
  );
  return (thread = createThread({ program, limitMs, idleMs, heapMegabytes: 32 }));
}

async function ended(): Promise<void> {
  while (thread.isRunning()) await new Promise((resolve) => setImmediate(resolve));
}

describe("a thread for work", () => {
  it("starts with its first order and answers one after the other", async () => {
    start();
    expect(thread.isRunning()).toBe(false);
    expect(await Promise.all([thread.ask("echo"), thread.ask("echo")])).toEqual(["echo", "echo"]);
    expect(thread.isRunning()).toBe(true);
  });

  it("tells of a crash, and works on with the next order", async () => {
    start();
    await expect(thread.ask("end")).rejects.toBeInstanceOf(WorkerCrashed);
    expect(await thread.ask("echo")).toBe("echo");
    await expect(thread.ask("throw")).rejects.toThrow("TypeError");
    expect(await thread.ask("echo")).toBe("echo");
  });

  it("ends an order that takes too long, and works on with the next", async () => {
    start({ limitMs: 300 });
    await expect(thread.ask("never")).rejects.toBeInstanceOf(WorkerTimeout);
    await ended();
  });

  it("is gone when nothing was asked of it for a while", async () => {
    start({ idleMs: 20 });
    await thread.ask("echo");
    await ended();
    expect(thread.isRunning()).toBe(false);
  });

  it("answers an order that comes while the idle one is ending", async () => {
    start({ idleMs: 0 });
    for (let order = 0; order < 5; order += 1) {
      expect(await thread.ask("echo")).toBe("echo");
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
});
