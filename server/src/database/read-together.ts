import { runtime } from "#server/core/runtime.ts";
import { type Executor, onConnection } from "./connection.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import type { PortalConnection } from "./portal-connection.ts";

/** Several queries in one round trip: those that `read` starts without waiting leave together on one connection. */
export async function readTogether<Result>(
  read: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  const client = await runtime.pool.connect();
  let isBroken = false;
  try {
    return await read(onConnection(client as typeof client & PortalConnection));
  } catch (error) {
    isBroken = isDatabaseUnavailable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}
