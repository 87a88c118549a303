/** An automation service on this machine: hears webhooks as a real one does, and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type HeardWebhook = { headers: IncomingHttpHeaders; body: string; path: string };

export type WebhookReceiver = {
  url: string;
  heard: HeardWebhook[];
  /** What it does from now on; 200 until told otherwise. */
  answer(how: RequestListener | number): void;
  close(): Promise<void>;
};

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const heard: HeardWebhook[] = [];
  let respond: RequestListener = (_request, response) => response.end("ok");
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString("utf8");
      heard.push({ headers: request.headers, body, path: request.url ?? "" });
      respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook?token=secret`,
    heard,
    answer: (how) => {
      respond =
        typeof how === "number" ? (_request, response) => response.writeHead(how).end() : how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
