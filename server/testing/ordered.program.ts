/** A program for the tests of lasting-child.ts: it does what it is told, for good or ill. */
import { answerOrders } from "#server/jobs/child-orders.ts";

export type Order = "echo" | "end" | "throw" | "hang" | "eat" | "grow";

/** So much lies outside of JavaScript's own objects. */
const LARGE = 200_000_000;

answerOrders<Order, string>(async (order) => {
  if (order === "throw") throw new TypeError("Nobody reads this.");
  if (order === "end") process.exit(3);
  while (order === "hang");
  if (order === "eat") {
    const eaten: unknown[] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  }
  if (order === "grow") {
    const grown = Buffer.alloc(LARGE, 1);
    await new Promise((resolve) => setTimeout(resolve, 20_000, grown));
  }
  return order;
});
