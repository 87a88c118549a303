import type { Log } from "./log.ts";

/**
 * What the process owns, in one place: opened by main.ts (or by a test) before anything else runs. Each folder adds what
 * it gives to the process where it is made (`declare module`), so that this one imports none of them.
 */
export interface Runtime {
  log: Log;
}

export let runtime: Runtime;

export function setRuntime(next: Runtime): void {
  runtime = next;
}
