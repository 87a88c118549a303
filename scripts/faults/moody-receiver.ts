/** An automation service that fails in many ways, and does what it is told once per webhook id, as a receiver should. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const receiverMoods = [
  "well",
  "answers 500",
  "answers 503",
  "redirects",
  "hangs up",
  "does it and hangs up",
  "hangs",
] as const;
export type ReceiverMood = (typeof receiverMoods)[number];

const host = "127.0.0.1";

export class MoodyReceiver {
  /** The webhook ids that told of a case; more than one would have an effect more than once. */
  readonly effects = new Map<number, Set<string>>();
  /** Of a redirection that was followed. */
  strays = 0;
  readonly #server: Server;
  #port = 0;
  #mood: () => ReceiverMood = () => "well";

  constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  get url(): string {
    return `http://${host}:${this.#port}/hook`;
  }

  /** How it takes each call from now on. */
  async open(mood: () => ReceiverMood): Promise<void> {
    this.#mood = mood;
    if (this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.listen(this.#port, host, resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Nobody listens any more. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.url !== "/hook") this.strays += 1;
    const mood = this.#mood();
    if (mood === "well" || mood === "does it and hangs up") this.#carryOut(request, body);
    switch (mood) {
      case "well":
        return void response.writeHead(204).end();
      case "answers 500":
        return void response.writeHead(500).end("broken");
      case "answers 503":
        return void response.writeHead(503, { "retry-after": "1" }).end();
      case "redirects":
        return void response.writeHead(302, { location: "/elsewhere" }).end();
      case "hangs up":
      case "does it and hangs up":
        return void request.socket.destroy();
      case "hangs":
        return undefined;
    }
  }

  #carryOut(request: IncomingMessage, body: string): void {
    const { data } = JSON.parse(body) as { data: { case: { id: number } } };
    const ids = this.effects.get(data.case.id) ?? new Set();
    ids.add(String(request.headers["webhook-id"]));
    this.effects.set(data.case.id, ids);
  }
}
