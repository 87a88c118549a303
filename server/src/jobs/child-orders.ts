/** The other side of lasting-child.ts: what a program does with each order. */
import type { ChildAnswer, ChildOrder } from "./lasting-child.ts";
import { tellMemory } from "./memory-telling.ts";

/** Trouble is told by its kind alone: its text may hold what the order was about. */
export function answerOrders<Order, Answer>(handle: (order: Order) => Promise<Answer>): void {
  const send = (answer: ChildAnswer<Answer>) => void process.send?.(answer);
  process.on("message", async ({ id, order }: ChildOrder<Order>) => {
    try {
      send({ kind: "answer", id, answer: await handle(order) });
    } catch (error) {
      send({ kind: "trouble", id, trouble: error instanceof Error ? error.name : "unknown" });
    }
  });
  // Whoever asked is gone.
  process.on("disconnect", () => process.exit());
  tellMemory();
}
