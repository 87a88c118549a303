/** Draws papers as PDF, on a thread of their own. A module has its paper and its sheet, and nothing else of this. */
import { Worker } from "node:worker_threads";
import { unavailable } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";

/** `paper` is the module that draws: it exports `paper(sheet)`. The sheet is plain data: it goes to another thread. */
export type PaperToDraw<Sheet> = { paper: URL; sheet: Sheet };
export type DrawingOrder = { id: number; paper: string; sheet: unknown };
export type DrawingResult = { id: number; pdf: Uint8Array } | { id: number; trouble: string };

type Waiting = { resolve: (pdf: Buffer) => void; reject: (error: Error) => void };

const TIMEOUT_MS = 15_000;
const MOST_WAITING = 50;

/** One worker for the process, started by the first paper. */
let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

export async function drawPaper<Sheet>({ paper, sheet }: PaperToDraw<Sheet>): Promise<Buffer> {
  if (waiting.size >= MOST_WAITING) throw unavailable();
  const id = (lastId += 1);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  waiting.set(id, { resolve, reject });
  const timeout = setTimeout(() => {
    runtime.log.error("the drawing of a paper took too long");
    void worker?.terminate();
  }, TIMEOUT_MS);
  try {
    worker ??= startWorker();
    worker.ref();
    worker.postMessage({ id, paper: paper.href, sheet } satisfies DrawingOrder);
    return await promise;
  } finally {
    clearTimeout(timeout);
    waiting.delete(id);
    // An idle worker must not keep the process from ending.
    if (waiting.size === 0) worker?.unref();
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL("./draw-paper.worker.ts", import.meta.url), {
    execArgv: [],
  });
  started.on("message", finish);
  started.on("error", (error) => runtime.log.error({ error }, "the drawing thread failed"));
  started.on("exit", () => {
    if (worker === started) worker = null;
    for (const drawing of waiting.values()) drawing.reject(unavailable());
  });
  return started;
}

function finish(result: DrawingResult): void {
  const drawing = waiting.get(result.id);
  if (!drawing) return;
  if ("pdf" in result) drawing.resolve(Buffer.from(result.pdf));
  else drawing.reject(new Error(`The paper could not be drawn: ${result.trouble}`));
}
