import type { Config } from "#server/config.ts";
import { openChannels } from "#server/database/channel.ts";
import { openDatabase, type DatabaseAddress } from "#server/database/connection.ts";
import { openDatabaseClock } from "#server/database/database-clock.ts";
import { openEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { isDatabaseUnavailable, sqlState } from "#server/database/errors.ts";
import { migrate } from "#server/database/migrate.ts";
import { createStorages } from "#server/integrations/storage/create-storages.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createLog } from "#server/log.ts";
import { setRuntime } from "#server/runtime.ts";
import { StartError } from "#server/start-error.ts";

export type OpenRuntime = { close(): Promise<void> };

/** Opens everything the process owns and makes it the runtime: for the portal itself and for the commands beside it. */
export async function openRuntime(config: Config): Promise<OpenRuntime> {
  const log = createLog(config.logLevel);
  const place = await findDatabase(config);
  try {
    await migrate(place.address).catch((error) => Promise.reject(explain(error, config)));
    const opened = openDatabase(place.address);
    const channels = openChannels(place.address);
    const jobs = createJobs(place.address, log);
    const clock = await openDatabaseClock(opened.pool);
    setRuntime({
      config,
      database: opened.database,
      pool: opened.pool,
      channels,
      jobs,
      files: createStorages(config),
      clock,
      log,
    });
    await jobs.open();
    return {
      close: async () => {
        clock.close();
        await Promise.all([jobs.close(), channels.close()]);
        await opened.close();
        await place.close();
      },
    };
  } catch (error) {
    await place.close();
    throw error;
  }
}

export type Place = { address: DatabaseAddress; close(): Promise<void> };

/** A PostgreSQL server somewhere, or the one in the data directory. */
export async function findDatabase({ databaseUrl, dataDirectory }: Config): Promise<Place> {
  if (databaseUrl === null) return openEmbeddedPostgres(dataDirectory);
  return { address: { connectionString: databaseUrl }, close: async () => undefined };
}

/** The address is named without user and password. */
function explain(error: unknown, { databaseUrl }: Config): unknown {
  if (databaseUrl === null || error instanceof StartError) return error;
  const { host } = new URL(databaseUrl);
  const state = sqlState(error) ?? "";
  if (state.startsWith("28")) {
    return new StartError(`The database at ${host} refuses the user or password of DATABASE_URL.`, {
      cause: error,
    });
  }
  if (state === "3D000") {
    return new StartError(`The database named in DATABASE_URL does not exist at ${host}.`, {
      cause: error,
    });
  }
  if (!isDatabaseUnavailable(error)) return error;
  return new StartError(`The database at ${host} cannot be reached: check DATABASE_URL.`, {
    cause: error,
  });
}
