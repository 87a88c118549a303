/**
 * Work on a thread of its own, one order after the other, with a limit of time for each. The thread starts with its first
 * order and ends when nothing was asked of it for a while: what it took from the machine is given back.
 */
import { Worker } from "node:worker_threads";

export interface ThreadOptions {
  /** It calls `answerOrders` (thread-orders.ts). */
  program: URL;
  /** For one order; whoever takes longer is ended. */
  limitMs: number;
  idleMs: number;
  /** Of JavaScript's own objects; pictures lie outside. */
  heapMegabytes: number;
}

export interface Thread<Order, Answer> {
  ask(order: Order): Promise<Answer>;
  /** Whether there is a thread now. */
  isRunning(): boolean;
  close(): Promise<void>;
}

export type ThreadOrder<Order> = { id: number; order: Order };
export type ThreadAnswer<Answer> = { id: number; answer: Answer } | { id: number; trouble: string };

/** The order took longer than allowed. */
export class WorkerTimeout extends Error {}
/** The thread ended, or its program threw. */
export class WorkerCrashed extends Error {}

export function createThread<Order, Answer>(options: ThreadOptions): Thread<Order, Answer> {
  let worker: Worker | null = null;
  let lastId = 0;
  let lastOrder: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function running(): Worker {
    if (worker) return worker;
    const started = new Worker(options.program, {
      // The thread never sees the portal's keys.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes },
    });
    started.once("exit", () => {
      if (worker === started) worker = null;
    });
    // Told to whoever waits; without a listener it would end the process.
    started.on("error", () => undefined);
    worker = started;
    return started;
  }

  /** The next order gets a new thread, also while this one is still ending. */
  async function end(thread: Worker): Promise<void> {
    if (worker === thread) worker = null;
    await thread.terminate();
  }

  async function run(order: Order): Promise<Answer> {
    clearTimeout(idle);
    const thread = running();
    thread.ref();
    const id = (lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const listen = (message: ThreadAnswer<Answer>) => {
      if (message.id !== id) return;
      if ("answer" in message) resolve(message.answer);
      else reject(new WorkerCrashed(message.trouble));
    };
    const fail = (error: Error) => reject(new WorkerCrashed(error.message));
    const stop = () => reject(new WorkerCrashed("The thread has ended."));
    const limit = setTimeout(() => {
      reject(new WorkerTimeout(`The order took over ${options.limitMs} ms.`));
      void end(thread);
    }, options.limitMs);
    thread.on("message", listen).on("error", fail).on("exit", stop);
    try {
      thread.postMessage({ id, order } satisfies ThreadOrder<Order>);
      return await promise;
    } finally {
      clearTimeout(limit);
      thread.off("message", listen).off("error", fail).off("exit", stop);
      // An idle thread must not keep the process from ending.
      thread.unref();
      idle = setTimeout(() => void end(thread), options.idleMs).unref();
    }
  }

  return {
    ask: (order) => {
      const answer = lastOrder.then(() => run(order));
      lastOrder = answer.catch(() => undefined);
      return answer;
    },
    isRunning: () => worker !== null,
    close: async () => {
      clearTimeout(idle);
      if (worker) await end(worker);
    },
  };
}
