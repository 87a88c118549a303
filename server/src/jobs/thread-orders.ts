/** The other side of lasting-thread.ts: what a thread's program does with each order. */
import { parentPort } from "node:worker_threads";
import type { ThreadAnswer, ThreadOrder } from "./lasting-thread.ts";

/** Trouble is told by its kind alone: its text may hold what the order was about. */
export function answerOrders<Order, Answer>(handle: (order: Order) => Promise<Answer>): void {
  parentPort?.on("message", async ({ id, order }: ThreadOrder<Order>) => {
    const send = (answer: ThreadAnswer<Answer>) => parentPort?.postMessage(answer);
    try {
      send({ id, answer: await handle(order) });
    } catch (error) {
      send({ id, trouble: error instanceof Error ? error.name : "unknown" });
    }
  });
}
