import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { StartError } from "#server/core/start-error.ts";
import { CONNECT_TIMEOUT_MS, type DatabaseAddress } from "#server/database/connection.ts";
import { isForbidden } from "#server/database/errors.ts";
import { grantRights } from "#server/database/portal-role.ts";

export type Migration = { id: number; name: string; checksum: string; statements: string };

/** "migr" as a number: one portal migrates, the others wait for it. */
const MIGRATION_LOCK = 0x6d69_6772;

const OLDEST_POSTGRESQL = 15;

const directory = new URL("../../migrations/", import.meta.url);

/** `0001_first_tables.sql` and so on, in order. Forward only: an applied file never changes again. */
export function readMigrations(): Migration[] {
  return readdirSync(directory)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const statements = readFileSync(new URL(file, directory), "utf8").replaceAll("\r\n", "\n");
      return {
        id: Number(file.slice(0, 4)),
        name: file.slice(0, -".sql".length),
        checksum: createHash("sha256").update(statements).digest("hex"),
        statements,
      };
    });
}

/** Brings the database up to date, one transaction per step: interrupted, it goes on where it stopped (reliability 25). */
export async function migrate(
  owner: DatabaseAddress,
  migrations = readMigrations(),
): Promise<void> {
  await asOwner(owner, (client) => applyMissing(client, migrations));
}

/** Migrated, and with rights for the role that the portal works as; null when that is the owner itself. */
export async function prepareDatabase(
  owner: DatabaseAddress,
  portalRole: string | null,
): Promise<void> {
  await asOwner(owner, async (client) => {
    await applyMissing(client, readMigrations());
    await makeJobsSchema(client);
    if (portalRole !== null) await grantRights(client, portalRole);
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
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
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

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    id integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`);
  const { rows: applied } = await client.query<Migration>(
    "select id, name, checksum from schema_migrations order by id",
  );
  const newest = migrations.at(-1)?.id ?? 0;
  const newer = applied.find((migration) => migration.id > newest);
  if (newer !== undefined) {
    throw new StartError(
      `The database was last used by a newer version of the portal (it has ${newer.name}): start that version, or restore a backup made before it.`,
    );
  }
  for (const migration of migrations) {
    const earlier = applied.find((candidate) => candidate.id === migration.id);
    if (earlier === undefined) await apply(client, migration);
    else if (earlier.checksum !== migration.checksum) {
      throw new StartError(
        `The migration ${migration.name} differs from the one this database was made with.`,
      );
    }
  }
}

async function apply(
  client: pg.Client,
  { id, name, checksum, statements }: Migration,
): Promise<void> {
  await client.query("begin");
  try {
    await client.query(statements);
    await client.query("insert into schema_migrations (id, name, checksum) values ($1, $2, $3)", [
      id,
      name,
      checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
