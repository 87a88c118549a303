/** Stands between the portal and what it talks to over TCP, and breaks the line in the ways lines break. */
import { once } from "node:events";
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from "node:net";

/** Passed on; broken off at once; swallowed without a word; passed on two seconds late. */
export type LineState = "open" | "cut" | "silent" | "slow";

const SLOW_MS = 2000;

export class TcpProxy {
  readonly #target: NetConnectOpts;
  readonly #server = createServer((socket) => this.#accept(socket));
  readonly #sockets = new Set<Socket>();
  #state: LineState = "open";
  #open = 0;
  #mostOpen = 0;

  private constructor(target: NetConnectOpts) {
    this.#target = target;
  }

  static async listen(target: NetConnectOpts): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many lines were open at the same time since the last question. */
  takeMostOpen(): number {
    const most = this.#mostOpen;
    this.#mostOpen = this.#open;
    return most;
  }

  become(state: LineState): void {
    // What was swallowed is lost: a line that has been silent is never whole again.
    if (state === "cut" || this.#state === "silent") this.#destroyAll();
    this.#state = state;
  }

  async close(): Promise<void> {
    this.#destroyAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  #destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(client: Socket): void {
    if (this.#state === "cut") {
      client.destroy();
      return;
    }
    const target = connect(this.#target);
    this.#open += 1;
    this.#mostOpen = Math.max(this.#mostOpen, this.#open);
    client.once("close", () => (this.#open -= 1));
    this.#pass(client, target);
    this.#pass(target, client);
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on("data", (chunk: Buffer) => {
      if (this.#state === "silent") return;
      if (this.#state === "slow") setTimeout(() => to.writable && to.write(chunk), SLOW_MS);
      else to.write(chunk);
    });
    from.on("error", () => to.destroy());
    from.once("close", () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
