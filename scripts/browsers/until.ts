import { setTimeout as sleep } from "node:timers/promises";
import { WAIT_MS } from "./driven-browser.ts";

/** Looks again and again; an error of a look counts as not yet. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  let last: unknown = "it did not come true";
  while (performance.now() < deadline) {
    try {
      if (await holds()) return;
    } catch (error) {
      last = error;
    }
    await sleep(50);
  }
  throw new Error(`${what}: ${String(last)}`);
}
