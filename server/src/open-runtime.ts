import { join } from "node:path";
import type { Config } from "#server/config/config.ts";
import { textLog } from "#server/core/log-text.ts";
import { createLog } from "#server/core/log.ts";
import { setRuntime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import { openBureau } from "#server/database/bureau.ts";
import { openChannels } from "#server/database/channel.ts";
import { openDatabase, type DatabaseAddress } from "#server/database/connection.ts";
import { openDatabaseClock } from "#server/database/database-clock.ts";
import { openEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { isDatabaseUnavailable, isForbidden, sqlState } from "#server/database/errors.ts";
import { prepareDatabase } from "#server/database/migrate.ts";
import { roleAt } from "#server/database/portal-role.ts";
import { notWritable } from "#server/integrations/explain.ts";
import { createStorages, type FileStorages } from "#server/integrations/storage/create-storages.ts";
import { createJobs } from "#server/jobs/jobs.ts";

export type OpenRuntime = {
  /** The database as the owner of its tables, for the few commands that empty or fill it. */
  owner: DatabaseAddress;
  /** As the portal works in it. */
  address: DatabaseAddress;
  close(): Promise<void>;
};

/** Opens everything the process owns and makes it the runtime: for the portal itself and for the commands beside it. */
export async function openRuntime(config: Config): Promise<OpenRuntime> {
  const log = createLog(config.logLevel, config.logFormat === "text" ? textLog() : undefined);
  const place = await findDatabase(config);
  try {
    await prepare(place, config);
    const files = openStorages(config);
    const opened = openDatabase(place.address);
    const channels = openChannels(place.address);
    const jobs = createJobs(place.address, log, config.bureauZone);
    const clock = await openDatabaseClock(opened.pool);
    const bureau = await openBureau(opened.database);
    setRuntime({
      config,
      database: opened.database,
      pool: opened.pool,
      searchPool: opened.searchPool,
      channels,
      jobs,
      files,
      clock,
      bureau,
      log,
    });
    await jobs.open();
    return {
      owner: place.owner,
      address: place.address,
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

/** The same database twice: as its owner, and as the portal works in it. */
export type Place = {
  owner: DatabaseAddress;
  address: DatabaseAddress;
  close(): Promise<void>;
};

function openStorages(config: Config): FileStorages {
  try {
    return createStorages(config);
  } catch (error) {
    throw new StartError(notWritable(join(config.dataDirectory, "files"), error), { cause: error });
  }
}

/** A PostgreSQL server somewhere, or the one in the data directory. */
export async function findDatabase(config: Config): Promise<Place> {
  const { databaseUrl, databaseOwnerUrl, dataDirectory } = config;
  if (databaseUrl === null) return openEmbeddedPostgres(dataDirectory);
  return {
    owner: { connectionString: databaseOwnerUrl ?? databaseUrl },
    address: { connectionString: databaseUrl },
    close: async () => undefined,
  };
}

async function prepare({ owner, address }: Place, config: Config): Promise<void> {
  const { databaseUrl, databaseOwnerUrl } = config;
  const isOwner = databaseUrl !== null && databaseOwnerUrl === null;
  const role = isOwner
    ? null
    : await roleAt(address).catch((error: unknown) => {
        throw explain(error, { name: "DATABASE_URL", url: databaseUrl });
      });
  await prepareDatabase(owner, role).catch((error: unknown) => {
    const name = isOwner ? "DATABASE_URL" : "DATABASE_OWNER_URL";
    throw explain(error, { name, url: databaseOwnerUrl ?? databaseUrl });
  });
}

/** The address is named without user and password. */
function explain(error: unknown, { name, url }: { name: string; url: string | null }): unknown {
  if (url === null || error instanceof StartError) return error;
  const { host } = new URL(url);
  const state = sqlState(error) ?? "";
  if (state.startsWith("28")) {
    return new StartError(`The database at ${host} refuses the user or password of ${name}.`, {
      cause: error,
    });
  }
  if (state === "3D000") {
    return new StartError(`The database named in ${name} does not exist at ${host}.`, {
      cause: error,
    });
  }
  if (isForbidden(error)) {
    return new StartError(
      `The role of ${name} lacks rights in the database at ${host} (${(error as Error).message}): make it the owner of the database and its tables, as "Two roles there" in docs/operations.md shows.`,
      { cause: error },
    );
  }
  if (!isDatabaseUnavailable(error)) {
    return new StartError(
      `The database at ${host} cannot be used (${(error as Error).message}): check ${name}.`,
      { cause: error },
    );
  }
  return new StartError(`The database at ${host} cannot be reached: check ${name}.`, {
    cause: error,
  });
}
