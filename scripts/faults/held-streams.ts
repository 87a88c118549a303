/**
 * A process that holds open pages: thousands of event streams, each on a line of its own. Apart from the test, so that
 * neither the portal nor the figures share a process with it. Started by stream-holder.ts.
 */
import { connect, type Socket } from "node:net";
import type { Heard, Order, PageToOpen, Said } from "./stream-holder.ts";
import { until } from "./until.ts";

const OPENED_AT_ONCE = 100;
const LAST_CHUNK = "0\r\n\r\n";

const lines = new Map<Socket, number>();
let awaited = "";
let heard: Heard[] = [];
let closed: number[] = [];

process.on("message", (order: Order) => void obey(order).then((said) => process.send?.(said)));

async function obey(order: Order): Promise<Said> {
  switch (order.say) {
    case "open":
      await openAll(order.pages, order.port);
      return { say: "done" };
    case "await":
      awaited = order.key;
      heard = [];
      return { say: "done" };
    case "gather":
      await until(() => heard.length >= order.count, order.withinMs);
      return { say: "gathered", heard };
    case "count":
      return { say: "lines", open: lines.size, closed };
  }
}

async function openAll(pages: PageToOpen[], port: number): Promise<void> {
  closed = [];
  const queue = pages.values();
  const workers = Array.from({ length: OPENED_AT_ONCE }, async () => {
    for (const page of queue) await open(page, port);
  });
  await Promise.all(workers);
}

/** Over when its first line has come, or when it was refused. */
function open({ owner, cookie, from }: PageToOpen, port: number): Promise<void> {
  return new Promise((resolve) => {
    const line = connect({ host: "127.0.0.1", port, localAddress: from });
    line.write(`GET /api/events HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${cookie}\r\n\r\n`);
    line.on("data", (chunk: Buffer) => {
      const text = chunk.toString("latin1");
      if (text.includes("retry: 2000")) {
        lines.set(line, owner);
        resolve();
      }
      if (awaited !== "" && text.includes(awaited)) heard.push({ owner, at: Date.now() });
      // The portal ends the stream, and would answer another call on the same line.
      if (text.endsWith(LAST_CHUNK)) line.end();
    });
    line.on("error", () => resolve());
    line.on("close", () => {
      if (lines.delete(line)) closed.push(owner);
      resolve();
    });
  });
}
