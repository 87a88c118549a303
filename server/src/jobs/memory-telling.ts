/** The other side of child.ts: a program tells how much memory it has, since its parent cannot see that everywhere. */
import type { MemoryTelling } from "./child.ts";

const EVERY_MS = 100;

/**
 * Keeps the program alive until it closes the channel: while it waits for something that Node does not count, such as
 * WebAssembly that another thread compiles, it would end in the middle of its work, and on a busy machine it did.
 */
export function tellMemory(): void {
  const clock = setInterval(tellNow, EVERY_MS);
  process.once("disconnect", () => clearInterval(clock));
}

/** Asked for between two pieces of work that leave no time for the clock. */
export function tellNow(): void {
  process.send?.({ kind: "memory", bytes: process.memoryUsage.rss() } satisfies MemoryTelling);
}
