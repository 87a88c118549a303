/**
 * Work in a process of its own, one order after the other, with limits of time and memory. The process starts with its
 * first order and ends when nothing was asked of it for a while: what it took from the machine is given back. A thread
 * would not do: one that runs out of memory takes the portal with it.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { ChildCrashed, type MemoryTelling } from "./child.ts";

export interface LastingOptions {
  /** It calls `answerOrders` (child-orders.ts). */
  program: URL;
  /** For one order; whoever takes longer is ended. */
  limitMs: number;
  idleMs: number;
  /** Of JavaScript's own objects; pictures lie outside. */
  heapMegabytes: number;
  /** Of all it has; above it, it is taken for crashed. */
  megabytes: number;
}

export interface LastingChild<Order, Answer> {
  /** Throws ChildTimeout and ChildCrashed. */
  ask(order: Order): Promise<Answer>;
  /** Of the process there is now. */
  processId(): number | null;
  close(): Promise<void>;
}

export type ChildOrder<Order> = { id: number; order: Order };
export type ChildAnswer<Answer> =
  | { kind: "answer"; id: number; answer: Answer }
  | { kind: "trouble"; id: number; trouble: string };

/** The order took longer than allowed. */
export class ChildTimeout extends Error {}

const MEGABYTE = 1_048_576;

export function createLastingChild<Order, Answer>(
  options: LastingOptions,
): LastingChild<Order, Answer> {
  let current: ChildProcess | null = null;
  let lastId = 0;
  let lastOrder: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function running(): ChildProcess {
    if (current) return current;
    const started = fork(options.program, {
      // It never sees the portal's keys.
      env: {},
      execArgv: [`--max-old-space-size=${options.heapMegabytes}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const forget = () => {
      if (current === started) current = null;
    };
    started.once("exit", forget);
    // Told to whoever waits; without a listener it would end the portal.
    started.on("error", forget);
    current = started;
    return started;
  }

  /** The next order gets a new process, also while this one is still ending. */
  async function end(child: ChildProcess): Promise<void> {
    if (current === child) current = null;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    // Whoever closes it waits for its end.
    child.ref();
    child.kill("SIGKILL");
    await gone;
  }

  async function run(order: Order): Promise<Answer> {
    clearTimeout(idle);
    const child = running();
    hold(child);
    const id = (lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const listen = (message: ChildAnswer<Answer> | MemoryTelling) => {
      if (message.kind === "memory") {
        if (message.bytes > options.megabytes * MEGABYTE) void end(child);
      } else if (message.id !== id) return;
      else if (message.kind === "answer") resolve(message.answer);
      else reject(new ChildCrashed(message.trouble));
    };
    const fail = (error: Error) => reject(new ChildCrashed(error.message));
    const stop = () => reject(new ChildCrashed("The process has ended."));
    const limit = setTimeout(() => {
      reject(new ChildTimeout(`The order took over ${options.limitMs} ms.`));
      void end(child);
    }, options.limitMs);
    child.on("message", listen).on("error", fail).on("exit", stop);
    try {
      child.send({ id, order } satisfies ChildOrder<Order>);
      return await promise;
    } finally {
      clearTimeout(limit);
      child.off("message", listen).off("error", fail).off("exit", stop);
      letGo(child);
      idle = setTimeout(() => void end(child), options.idleMs).unref();
    }
  }

  return {
    ask: (order) => {
      const answer = lastOrder.then(() => run(order));
      lastOrder = answer.catch(() => undefined);
      return answer;
    },
    processId: () => current?.pid ?? null,
    close: async () => {
      clearTimeout(idle);
      if (current) await end(current);
    },
  };
}

function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

/** An idle process must not keep the portal from ending. */
function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
