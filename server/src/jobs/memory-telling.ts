/** The other side of child.ts: a program tells how much memory it has, since its parent cannot see that everywhere. */
import type { MemoryTelling } from "./child.ts";

const EVERY_MS = 100;

export function tellMemory(): void {
  setInterval(tellNow, EVERY_MS).unref();
}

/** Asked for between two pieces of work that leave no time for the clock. */
export function tellNow(): void {
  process.send?.({ kind: "memory", bytes: process.memoryUsage.rss() } satisfies MemoryTelling);
}
