import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/** Whether it has become so in time. */
export async function until(isSo: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!isSo() && performance.now() < deadline) await pause(LOOK_EVERY_MS);
  return isSo();
}
