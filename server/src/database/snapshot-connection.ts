/** One moment of the database for whoever reads for a long time: without the time limits of requests, and without changing anything. */
import {
  CONNECT_TIMEOUT_MS,
  type DatabaseAddress,
  type Executor,
  onConnection,
} from "./connection.ts";
import { PortalConnection } from "./portal-connection.ts";

export type SnapshotConnection = {
  readonly client: PortalConnection;
  /** The same moment, for queries that are built. */
  readonly executor: Executor;
  close(): Promise<void>;
};

/** The moment begins once `lock` is held, which is let go with the connection. */
export async function openSnapshotConnection(
  address: DatabaseAddress,
  { purpose, lock }: { purpose: string; lock: number },
): Promise<SnapshotConnection> {
  const client = new PortalConnection({
    ...address,
    application_name: `portal ${purpose}`,
    // What is asked together goes out together, and is answered in its order.
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // One that breaks fails its next query, and that is where it is answered.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set time zone 'UTC'");
    await client.query("select pg_advisory_lock($1)", [lock]);
    await client.query("begin isolation level repeatable read read only");
  } catch (error) {
    await client.end();
    throw error;
  }
  return { client, executor: onConnection(client), close: () => client.end() };
}
