/**
 * Starts a program of ours in a process of its own, with limits of memory and time: what it takes from the machine is
 * given back when it ends, and it never sees the portal's keys. The program tells about itself over the channel; what it
 * reads and makes goes through its two streams.
 */
import { fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import type { Readable, Writable } from "node:stream";

export type Program<Telling> = {
  script: URL;
  /** Plain data, told first. */
  order: object;
  /** Resident; above it, it is taken for crashed. */
  megabytes: number;
  /** Before its first word, and between two: slow it may be, on a machine that is busy, but it must not stand still. */
  milliseconds: number;
  signal?: AbortSignal | undefined;
  hear: (telling: Telling) => void;
};
export type Child = {
  input: Writable;
  output: Readable;
  /** Rejects with ChildCrashed unless it has ended well by itself. */
  ended: Promise<void>;
  stop: () => void;
};

/** It wanted too much memory or time, or fell over: another try may end otherwise. */
export class ChildCrashed extends Error {}

/** Nothing of the portal's environment; but what Node has compiled of our code it need not compile again. */
function compiledBefore(): Record<string, string> {
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) };
}

export type MemoryTelling = { kind: "memory"; bytes: number };
const MEGABYTE = 1_048_576;
/** Of the memory that a program may have, what its own objects may take: the rest is for files. */
const HEAP_SHARE = 0.6;

export function startChild<Telling extends { kind: string }>(program: Program<Telling>): Child {
  const { script, order, megabytes, milliseconds, signal, hear } = program;
  const child = fork(script, {
    env: compiledBefore(),
    execArgv: [`--max-old-space-size=${Math.round(megabytes * HEAP_SHARE)}`],
    serialization: "advanced",
    stdio: ["pipe", "pipe", "ignore", "ipc"],
  });
  const { stdin: input, stdout: output } = child;
  if (!input || !output) throw new Error("A child without streams");
  // It may end before it has read everything.
  input.on("error", () => undefined);
  let trouble: string | null = null;
  const stop = (why: string) => {
    trouble ??= why;
    child.kill("SIGKILL");
  };
  const timeout = setTimeout(() => stop(`Silent for more than ${milliseconds} ms`), milliseconds);
  const abort = () => stop("It was asked to stop");
  signal?.addEventListener("abort", abort);
  child.on("message", (telling: Telling | MemoryTelling) => {
    if (telling.kind !== "memory") {
      timeout.refresh();
      hear(telling as Telling);
    } else if ((telling as MemoryTelling).bytes > megabytes * MEGABYTE)
      stop(`More than ${megabytes} MB`);
  });
  child.send(order);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  child.on("error", (error) => reject(new ChildCrashed(error.message)));
  // On a busy machine its end may be heard of before its last words: the channel closes behind them.
  const saidAll = new Promise<void>((heard) => child.once("disconnect", heard));
  child.on("close", (code, killer) => {
    clearTimeout(timeout);
    signal?.removeEventListener("abort", abort);
    void saidAll.then(() => {
      if (code === 0) resolve();
      else reject(new ChildCrashed(trouble ?? `It ended with ${code ?? killer}`));
    });
  });
  // Whoever waits for a stream first hears of the end there.
  ended.catch(() => undefined);
  return { input, output, ended, stop: () => stop("It is not needed any more") };
}
