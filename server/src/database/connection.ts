import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { PortalConnection } from "./portal-connection.ts";
import { forgetStatements } from "./statement-names.ts";

declare module "#server/core/runtime.ts" {
  interface Runtime {
    database: Database;
    pool: pg.Pool;
    searchPool: pg.Pool;
  }
}

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** For queries that may run inside a transaction or outside one. */
export type Executor = Database | Transaction;

/** Where a PostgreSQL is: a server somewhere, or the embedded one behind a socket (a directory as host). */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string };

export type OpenDatabase = {
  address: DatabaseAddress;
  database: Database;
  pool: pg.Pool;
  /** For the search, whose statements answer at once or not at all. */
  searchPool: pg.Pool;
  close(): Promise<void>;
};

export type DatabaseLimits = {
  /** A statement that runs longer is cancelled, so that a request is answered within three seconds (reliability 8). */
  statementTimeoutMs: number;
  /** Also how long a call waits for others to give a connection back. */
  connectTimeoutMs: number;
  searchTimeoutMs: number;
};

export const CONNECT_TIMEOUT_MS = 3000;

/** With the connections of jobs and channels, a portal stays within twenty. */
const POOL_SIZE = 14;
/** Searches have connections of their own, so that somebody who types does not hold up everybody else. */
const SEARCH_POOL_SIZE = 2;
const defaultLimits: DatabaseLimits = {
  statementTimeoutMs: 2500,
  connectTimeoutMs: CONNECT_TIMEOUT_MS,
  searchTimeoutMs: 150,
};

export function openDatabase(
  address: DatabaseAddress,
  given: Partial<DatabaseLimits> = {},
): OpenDatabase {
  const limits = { ...defaultLimits, ...given };
  forgetStatements();
  const pool = openPool(address, limits, { max: POOL_SIZE });
  const searchPool = openPool(
    address,
    { ...limits, statementTimeoutMs: limits.searchTimeoutMs },
    // A search asks a dozen tables: to plan it costs more than to run it, and its plan does not depend on its words.
    { max: SEARCH_POOL_SIZE, options: "-c plan_cache_mode=force_generic_plan" },
  );
  return {
    address,
    database: onConnection(pool),
    pool,
    searchPool,
    close: async () => {
      await Promise.all([pool.end(), searchPool.end()]);
    },
  };
}

function openPool(
  address: DatabaseAddress,
  { statementTimeoutMs, connectTimeoutMs }: DatabaseLimits,
  own: Pick<pg.PoolConfig, "max" | "options">,
): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    Client: PortalConnection,
    // What a transaction asks together goes out together, and is answered in its order.
    pipeline: true,
    application_name: "portal",
    ...own,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // The server cancels first; this catches a server that no longer answers at all.
    query_timeout: statementTimeoutMs + 400,
  });
  // An idle connection that breaks leaves the pool by itself; the next request opens another. One that breaks in use
  // fails its query, and that is where it is answered; unheard, the event itself would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const onConnections = new WeakMap<pg.Pool | PortalConnection, Database>();

/** Built once: it remembers how each column is written. */
export function onConnection(client: pg.Pool | PortalConnection): Database {
  const known = onConnections.get(client);
  if (known) return known;
  const database = drizzle({ client, casing: "snake_case" });
  onConnections.set(client, database);
  return database;
}

/** For statements that are text already. */
export function clientOf(executor: Executor): pg.Pool | pg.PoolClient {
  return (executor as Database & { $client: pg.Pool | pg.PoolClient }).$client;
}
