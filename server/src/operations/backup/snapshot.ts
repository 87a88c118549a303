/** One moment of the database, read to its end while everybody goes on working. */
import type { DatabaseAddress } from "#server/database/connection.ts";
import { bookkeeping } from "#server/database/migrate.ts";
import {
  escapeIdentifier,
  openSingleConnection,
  type SingleConnection,
} from "#server/database/single-connection.ts";
import { FILE_REMOVAL_LOCK } from "#server/files/removal-lock.ts";
import { BackupError } from "./backup-error.ts";
import type { ObjectName } from "./frames.ts";
import type { AppliedMigration, BackedUpTable, BackupHeader } from "./frames.ts";

/** What opens an account is no part of a backup: nobody is signed in, or signed in again, by a restore. */
const leftOut = [
  ...bookkeeping,
  "sessions",
  "email_changes",
  "otp_verifications",
  "password_reset_tokens",
  "passkey_challenges",
];
const ROWS_PER_FRAME = 500;

export type SnapshotFile = ObjectName & { isLiving: boolean };

export type Snapshot = {
  header: BackupHeader;
  rowsOf(table: BackedUpTable): AsyncGenerator<{ count: number; json: string }>;
  files(): AsyncGenerator<SnapshotFile>;
  sequences(): Promise<{ name: string; value: string }[]>;
  close(): Promise<void>;
};

/** Until it is closed, no job removes the bytes of a file: what the snapshot names can also be copied. */
export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const client = await openSingleConnection(address, "backup");
  try {
    await client.query("select pg_advisory_lock($1)", [FILE_REMOVAL_LOCK]);
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local time zone 'UTC'");
    await client.query("set local bytea_output = 'hex'");
    const header = await readHeader(client);
    return {
      header,
      rowsOf: (table) => readRows(client, table),
      files: () => readFiles(client),
      sequences: () => readSequences(client),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function readHeader(client: SingleConnection): Promise<BackupHeader> {
  const { rows: known } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as "isThere"`,
  );
  if (known[0]?.isThere !== true) {
    throw new BackupError("The database is empty: there is nothing to back up.");
  }
  const { rows: migrations } = await client.query<AppliedMigration>(
    "select id, name, checksum from schema_migrations order by id",
  );
  const { rows: tables } = await client.query<BackedUpTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [leftOut],
  );
  const { rows: times } = await client.query<{ madeAt: string }>(
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt"`,
  );
  return { madeAt: times[0]?.madeAt ?? "", migrations, tables };
}

/** As JSON text, which holds every type to its last digit; it is never parsed on the way. */
async function* readRows(
  client: SingleConnection,
  { name, columns }: BackedUpTable,
): AsyncGenerator<{ count: number; json: string }> {
  const list = columns.map((column) => escapeIdentifier(column)).join(", ");
  const from = `public.${escapeIdentifier(name)}`;
  const select = `select row_to_json(picked)::text as line from (select ${list} from ${from}) picked`;
  for await (const rows of readByCursor<{ line: string }>(client, select)) {
    yield { count: rows.length, json: `[${rows.map(({ line }) => line).join(",")}]` };
  }
}

async function* readFiles(client: SingleConnection): AsyncGenerator<SnapshotFile> {
  const select = `select storage_driver as driver, storage_key as key,
    deleted_at is null and case_key_id is not null as "isLiving" from stored_files order by id`;
  for await (const rows of readByCursor<SnapshotFile>(client, select)) yield* rows;
}

async function readSequences(client: SingleConnection): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return rows;
}

async function* readByCursor<Row extends object>(
  client: SingleConnection,
  select: string,
): AsyncGenerator<Row[]> {
  await client.query(`declare backup_rows no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_PER_FRAME} from backup_rows`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query("close backup_rows");
}
