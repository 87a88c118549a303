import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartError } from "#server/core/start-error.ts";
import { CONNECT_TIMEOUT_MS, type DatabaseAddress } from "#server/database/connection.ts";
import { isForbidden } from "#server/database/errors.ts";
import { grantRights } from "#server/database/portal-role.ts";
import { applyMigration } from "./apply-migration.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

/** "migr" as a number: one portal migrates, the others wait for it. */
const MIGRATION_LOCK = 0x6d69_6772;

const LOOK_AGAIN_MS = 50;

const OLDEST_POSTGRESQL = 15;

/** What the steps write of themselves: part of no backup, of no class of data and of no module. */
export const bookkeeping = ["schema_migrations", "schema_needs"];

/** Brings the database up to date, one transaction per step: interrupted, it goes on where it stopped (reliability 25). */
export async function migrate(
  owner: DatabaseAddress,
  migrations = readMigrations(),
): Promise<void> {
  await asOwner(owner, async (client) => void (await applyMissing(client, migrations)));
}

/** Takes away what only the release before has needed, once nobody runs it any more. Answers the names of the steps. */
export async function contract(
  owner: DatabaseAddress,
  migrations = readMigrations(),
): Promise<string[]> {
  let names: string[] = [];
  await asOwner(owner, async (client) => {
    const { applied } = await applyMissing(
      client,
      migrations.map((migration) => ({ ...migration, waits: false })),
    );
    names = applied.map(({ name }) => name);
  });
  return names;
}

/** Migrated, and with rights for the role that the portal works as; null when that is the owner itself. */
export async function prepareDatabase(
  owner: DatabaseAddress,
  portalRole: string | null,
): Promise<void> {
  await asOwner(owner, async (client) => {
    const { isNewer } = await applyMissing(client, readMigrations());
    await makeJobsSchema(client);
    // Which rights a table of the next release may have, only that one knows.
    if (portalRole !== null && !isNewer) await grantRights(client, portalRole);
  });
}

async function asOwner(
  owner: DatabaseAddress,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    ...owner,
    application_name: "portal migration",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await checkServer(client);
    await untilAlone(client);
    await work(client);
  } catch (error) {
    // Who calls knows which setting named the role.
    if (error instanceof StartError || isForbidden(error)) throw error;
    throw new StartError(
      `The database could not be brought up to date: ${(error as Error).message}.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/** Asked again and again: a statement that waited would keep an index from being finished that the other one builds. */
async function untilAlone(client: pg.Client): Promise<void> {
  const isMine = async () => {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock($1) as mine",
      [MIGRATION_LOCK],
    );
    return rows[0]?.mine === true;
  };
  while (!(await isMine())) await pause(LOOK_AGAIN_MS);
}

/** Everything in it is made by the queue itself; only a schema takes the right to make one. */
async function makeJobsSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from pg_namespace where nspname = 'jobs'");
  if (rows.length === 0) await client.query("create schema jobs");
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
  );
  const { version = "0", encoding = "" } = rows[0] ?? {};
  if (Number(version) < OLDEST_POSTGRESQL * 10_000) {
    throw new StartError(`The portal needs PostgreSQL ${OLDEST_POSTGRESQL} or newer.`);
  }
  if (encoding !== "UTF8")
    throw new StartError(`The database must be encoded in UTF8, not in ${encoding}.`);
}

type Applied = {
  applied: Migration[];
  /** The release after this one has already added its own. */
  isNewer: boolean;
};

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<Applied> {
  await makeBookkeeping(client);
  const { rows: earlier } = await client.query<Migration>(
    "select id, name, checksum from schema_migrations order by id",
  );
  const newest = migrations.at(-1)?.id ?? 0;
  await refuseWhatIsTooNew(client, newest);
  const applied: Migration[] = [];
  for (const migration of migrations) {
    const known = earlier.find(({ id }) => id === migration.id);
    if (known !== undefined) {
      if (known.checksum === migration.checksum) continue;
      throw new StartError(
        `The migration ${migration.name} differs from the one this database was made with.`,
      );
    }
    // In an empty database nobody works with what it takes away.
    if (migration.waits && earlier.length > 0) continue;
    await applyMigration(client, migration);
    applied.push(migration);
  }
  return { applied, isNewer: earlier.some(({ id }) => id > newest) };
}

async function makeBookkeeping(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    id integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`);
  // Of each step, which program is the oldest that works with it.
  await client.query(`create table if not exists schema_needs (
    migration integer primary key,
    oldest_step integer not null,
    oldest_version text not null
  )`);
}

/** A program works with a database of the next release, as far as that one has only added to it. */
async function refuseWhatIsTooNew(client: pg.Client, newest: number): Promise<void> {
  const { rows } = await client.query<{ name: string; version: string | null }>(
    `select m.name, n.oldest_version as version
     from schema_migrations m left join schema_needs n on n.migration = m.id
     where m.id > $1 and coalesce(n.oldest_step > $1, true) order by m.id limit 1`,
    [newest],
  );
  const [tooNew] = rows;
  if (tooNew === undefined) return;
  const needed = tooNew.version === null ? "" : `, which needs version ${tooNew.version} or newer`;
  throw new StartError(
    `The database was last used by a newer version of the portal (it has ${tooNew.name}${needed}): start that version, or restore a backup made before it.`,
  );
}
