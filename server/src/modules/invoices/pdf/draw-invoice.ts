/** The invoice as a PDF, made from its fields while no other has been delivered (D-016). */
import { Worker } from "node:worker_threads";
import { unavailable } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { InvoiceOfCase } from "#server/modules/invoices/invoices.queries.ts";
import { type InvoiceSheet, sheetOf } from "./invoice-sheet.ts";

export type DrawingOrder = { id: number; sheet: InvoiceSheet };
export type DrawingResult = { id: number; pdf: Uint8Array } | { id: number; trouble: string };

type Waiting = { resolve: (pdf: Buffer) => void; reject: (error: Error) => void };

const TIMEOUT_MS = 15_000;
const MOST_WAITING = 50;

/** One worker for the process, started by the first invoice. */
let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

export async function drawInvoice(invoice: InvoiceOfCase): Promise<Buffer> {
  return drawSheet(await sheetOf(invoice));
}

export async function drawSheet(sheet: InvoiceSheet): Promise<Buffer> {
  if (waiting.size >= MOST_WAITING) throw unavailable();
  const id = (lastId += 1);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  waiting.set(id, { resolve, reject });
  const timeout = setTimeout(() => {
    runtime.log.error("the drawing of an invoice took too long");
    void worker?.terminate();
  }, TIMEOUT_MS);
  try {
    worker ??= startWorker();
    worker.ref();
    worker.postMessage({ id, sheet } satisfies DrawingOrder);
    return await promise;
  } finally {
    clearTimeout(timeout);
    waiting.delete(id);
    // An idle worker must not keep the process from ending.
    if (waiting.size === 0) worker?.unref();
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL("./draw-invoice.worker.ts", import.meta.url), {
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
  else drawing.reject(new Error(`The invoice could not be drawn: ${result.trouble}`));
}
