/** One connection without the time limits of requests, for work that takes as long as it takes. */
import pg from "pg";
import { CONNECT_TIMEOUT_MS, type DatabaseAddress } from "#server/database/connection.ts";

export type SingleConnection = pg.Client;

export async function openSingleConnection(
  address: DatabaseAddress,
  purpose: string,
): Promise<SingleConnection> {
  const client = new pg.Client({
    ...address,
    application_name: `portal ${purpose}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // One that breaks fails its next query, and that is where it is answered.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

export const escapeIdentifier = pg.escapeIdentifier;
