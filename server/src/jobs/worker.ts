/** Runs one function on a thread of its own, with limits of memory and time: it may fail, and nothing else does. */
import { Worker } from "node:worker_threads";

export type Apart<Input> = {
  /** Exports `run(input)`. Input and answer are plain data: they go from thread to thread. */
  module: URL;
  input: Input;
  megabytes: number;
  milliseconds: number;
};

/** It wanted more than it may have; another try would end in the same way. */
export class LimitReached extends Error {}

/** The function itself has thrown. */
export class TaskFailed extends Error {}

export type ThreadAnswer = { answer: unknown } | { trouble: string };

export async function runApart<Input, Answer>(order: Apart<Input>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  const thread = new Worker(new URL("./worker.thread.ts", import.meta.url), {
    execArgv: [],
    workerData: { module: order.module.href, input: order.input },
    resourceLimits: { maxOldGenerationSizeMb: order.megabytes },
  });
  const timeout = setTimeout(
    () => reject(new LimitReached(`More than ${order.milliseconds} ms`)),
    order.milliseconds,
  );
  thread.on("message", resolve);
  thread.on("error", (error: NodeJS.ErrnoException) => {
    const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    reject(isMemory ? new LimitReached(`More than ${order.megabytes} MB`) : error);
  });
  thread.on("exit", () => reject(new Error("The thread has ended without an answer")));
  try {
    const result = await promise;
    if ("trouble" in result) throw new TaskFailed(result.trouble);
    return result.answer as Answer;
  } finally {
    clearTimeout(timeout);
    await thread.terminate();
  }
}
