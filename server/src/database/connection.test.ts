import { once } from "node:events";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setRuntime, type Runtime } from "#server/core/runtime.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { openDatabase, type DatabaseAddress, type OpenDatabase } from "./connection.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import { inTransaction } from "./transaction.ts";

/** Between the portal and its database, to disturb the line. */
class Line {
  isSilent = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(target: () => Socket) {
    this.#server = createServer((near) => {
      const far = target();
      this.#connect(near, far);
      this.#connect(far, near);
    });
  }

  async open(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    return address !== null && typeof address === "object" ? address.port : 0;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #connect(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on("data", (bytes) => this.isSilent || to.write(bytes));
    from.on("error", () => undefined);
    from.on("close", () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}

let database: TestDatabase;
let line: Line;
let opened: OpenDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  const { address } = database;
  line = new Line(() => connectTo(address));
  opened = openDatabase(through(address, await line.open()));
  setRuntime({ database: opened.database, pool: opened.pool } as Runtime);
});

afterEach(async () => {
  await line.close();
  await opened.close();
  await database.remove();
});

function connectTo(address: DatabaseAddress): Socket {
  if ("connectionString" in address) {
    const url = new URL(address.connectionString);
    return createConnection(Number(url.port || 5432), url.hostname);
  }
  if (!address.host.startsWith("/")) return createConnection(address.port, address.host);
  return createConnection(join(address.host, `.s.PGSQL.${address.port}`));
}

function through(address: DatabaseAddress, port: number): DatabaseAddress {
  if (!("connectionString" in address)) return { ...address, host: "127.0.0.1", port };
  const url = new URL(address.connectionString);
  url.host = `127.0.0.1:${port}`;
  return { connectionString: url.href };
}

const ask = () => opened.database.execute(sql`select 1`);

async function millisecondsUntilRefused(asked: Promise<unknown>): Promise<number> {
  const before = performance.now();
  await expect(asked).rejects.toSatisfy(isDatabaseUnavailable);
  return performance.now() - before;
}

/** The promise is three seconds; a busy machine may be a little late itself. */
const IN_TIME_MS = 3500;

describe("a database that goes away", () => {
  it("is answered for in three seconds when it falls silent, idle or in a transaction", async () => {
    await ask();
    const inside = inTransaction(async (tx) => {
      await tx.execute(sql`select 1`);
      line.isSilent = true;
      await tx.execute(sql`select 2`);
    });
    expect(await millisecondsUntilRefused(inside)).toBeLessThan(IN_TIME_MS);
    expect(await millisecondsUntilRefused(ask())).toBeLessThan(IN_TIME_MS);
    line.isSilent = false;
    line.cut();
    await ask();
  });

  it("is used again as soon as it is back after a cut", async () => {
    await ask();
    const cut = inTransaction(async (tx) => {
      line.cut();
      await tx.execute(sql`select 1`);
    });
    expect(await millisecondsUntilRefused(cut)).toBeLessThan(2000);
    await expect(ask()).resolves.toBeDefined();
  });

  it("is asked by no more connections than the pool may hold", async () => {
    await Promise.all(Array.from({ length: 100 }, ask));
    expect(opened.pool.totalCount).toBeLessThanOrEqual(20);
  });
});
