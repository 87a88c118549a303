/** The other side of worker.ts: loads the module, runs it once, answers. */
import { parentPort, workerData } from "node:worker_threads";
import "#server/core/frozen-prototype.ts";
import type { ThreadAnswer } from "./worker.ts";

type Given = { module: string; input: unknown };
type Task = { run(input: unknown): unknown };

try {
  const { module, input } = workerData as Given;
  const task = (await import(module)) as Task;
  send({ answer: await task.run(input) });
} catch (error) {
  send({ trouble: error instanceof Error ? error.message : String(error) });
}

function send(answer: ThreadAnswer): void {
  parentPort?.postMessage(answer);
}
