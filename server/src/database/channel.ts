import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { runtime } from "#server/core/runtime.ts";
import {
  CONNECT_TIMEOUT_MS,
  type DatabaseAddress,
  type Executor,
} from "#server/database/connection.ts";

declare module "#server/core/runtime.ts" {
  interface Runtime {
    channels: Channels;
  }
}

export type ChannelHandler = (payload: string) => void;

export type Subscription = {
  /** Resolves once messages arrive; with the database away, that is when it is back. */
  ready: Promise<void>;
  stop(): void;
};

export type Channels = {
  listen(channel: string, handler: ChannelHandler, onReconnect?: () => void): Subscription;
  close(): Promise<void>;
};

/** Tells every portal on this database, when and only when the transaction commits. At most 8000 bytes each. */
export async function notifyAll(
  tx: Executor,
  channel: string,
  payloads: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    select pg_notify(${channel}, payload) from unnest(${sql.param([...payloads])}::text[]) payload`);
}

/**
 * Hears what any portal tells on a channel. After the connection was lost and found again `onReconnect` is called:
 * whatever was told in between has been missed.
 */
export function listen(
  channel: string,
  handler: ChannelHandler,
  onReconnect?: () => void,
): Subscription {
  return runtime.channels.listen(channel, handler, onReconnect);
}

/** One connection of its own for all channels: a pooled one would lose its subscriptions. */
export function openChannels(address: DatabaseAddress): Channels {
  return new ChannelConnection(address);
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;
const HEARTBEAT_MS = 10_000;

type Listener = {
  channel: string;
  handler: ChannelHandler;
  onReconnect: (() => void) | undefined;
  ready: PromiseWithResolvers<void>;
  wasReady: boolean;
};

class ChannelConnection implements Channels {
  readonly #address: DatabaseAddress;
  readonly #listeners = new Set<Listener>();
  #client: pg.Client | undefined;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  listen(channel: string, handler: ChannelHandler, onReconnect?: () => void): Subscription {
    const listener: Listener = {
      channel,
      handler,
      onReconnect,
      ready: Promise.withResolvers<void>(),
      wasReady: false,
    };
    this.#listeners.add(listener);
    if (this.#client !== undefined) void this.#subscribe(this.#client, [listener]);
    this.#running ??= this.#stayConnected();
    return { ready: listener.ready.promise, stop: () => this.#forget(listener) };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#running;
  }

  async #stayConnected(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#closing.signal.aborted) {
      if (await this.#connectUntilLost()) pauseMs = FIRST_PAUSE_MS;
      await pause(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Answers whether the connection ever stood. */
  async #connectUntilLost(): Promise<boolean> {
    const client = new pg.Client({
      ...this.#address,
      application_name: "portal channels",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    const lost = new Promise<void>((resolve) => client.once("end", () => resolve()));
    client.on("error", () => undefined);
    client.on("notification", ({ channel, payload }) => this.#deliver(channel, payload ?? ""));
    try {
      await client.connect();
    } catch {
      return false;
    }
    this.#client = client;
    await this.#subscribe(client, [...this.#listeners]);
    const heartbeat = setInterval(() => {
      client.query("select 1").catch(() => client.end());
    }, HEARTBEAT_MS);
    if (this.#closing.signal.aborted) await client.end();
    await lost;
    clearInterval(heartbeat);
    this.#client = undefined;
    return true;
  }

  async #subscribe(client: pg.Client, listeners: Listener[]): Promise<void> {
    try {
      for (const channel of new Set(listeners.map((listener) => listener.channel))) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
    } catch {
      await client.end().catch(() => undefined);
      return;
    }
    for (const listener of listeners) {
      if (listener.wasReady) listener.onReconnect?.();
      listener.wasReady = true;
      listener.ready.resolve();
    }
  }

  #deliver(channel: string, payload: string): void {
    for (const listener of this.#listeners)
      if (listener.channel === channel) listener.handler(payload);
  }

  #forget(listener: Listener): void {
    this.#listeners.delete(listener);
    const isLast = ![...this.#listeners].some((other) => other.channel === listener.channel);
    if (isLast)
      this.#client
        ?.query(`unlisten ${pg.escapeIdentifier(listener.channel)}`)
        .catch(() => undefined);
  }
}
