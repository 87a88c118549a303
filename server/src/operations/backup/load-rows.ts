/** Fills an empty database in one transaction: foreign keys come back, and are checked, when all rows are there. */
import type { DatabaseAddress } from "#server/database/connection.ts";
import { bookkeeping } from "#server/database/migrate.ts";
import {
  escapeIdentifier,
  openSingleConnection,
  type SingleConnection,
} from "#server/database/single-connection.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupHeader, BackupManifest } from "./frames.ts";

export type Load = {
  insert(table: string, json: string): Promise<void>;
  commit(manifest: BackupManifest): Promise<void>;
  rollback(): Promise<void>;
};

/** What a migration has filled: a portal that was only prepared has these rows, and the backup has its own. */
const filledByMigrations = ["document_rules", "reminder_schedules", "mailbox_states", "bureau"];

type ForeignKey = { table: string; name: string; definition: string };

/** A database that the restore itself has begun to prepare, and could not finish, is empty too. */
export async function requireEmptyDatabase(
  address: DatabaseAddress,
  header: BackupHeader,
): Promise<void> {
  const client = await openSingleConnection(address, "restore");
  try {
    const filled = await findRows(client);
    if (filled !== null) {
      throw new BackupError(
        `The database is not empty (${filled} has rows): restore into an empty one.`,
      );
    }
    const newest = header.migrations.at(-1)?.id ?? 0;
    const later = await findLaterMigration(client, newest);
    if (later !== null) {
      throw new BackupError(
        `The database has been prepared by a newer portal than the backup's (it has ${later}): restore into an empty one.`,
      );
    }
  } finally {
    await client.end();
  }
}

export async function openLoad(address: DatabaseAddress, header: BackupHeader): Promise<Load> {
  const client = await openSingleConnection(address, "restore");
  await client.query("begin");
  const columns = new Map(header.tables.map((table) => [table.name, table.columns]));
  const foreignKeys = await dropForeignKeys(client);
  // What triggers wrote when the rows were new is in the backup already.
  await switchTriggers(client, "disable");
  await emptyPrepared(client);
  return {
    async insert(table, json) {
      const names = (columns.get(table) ?? []).map((name) => escapeIdentifier(name)).join(", ");
      const target = `public.${escapeIdentifier(table)}`;
      await client.query(
        `insert into ${target} (${names}) overriding system value
         select ${names} from json_populate_recordset(null::${target}, $1::json)`,
        [json],
      );
    },
    async commit({ sequences }) {
      for (const { table, name, definition } of foreignKeys) {
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      }
      for (const { name, value } of sequences) {
        await client.query("select setval($1::regclass, $2::bigint)", [
          `public.${escapeIdentifier(name)}`,
          value,
        ]);
      }
      await switchTriggers(client, "enable");
      await client.query("commit");
      await client.end();
    },
    async rollback() {
      await client.query("rollback").catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}

async function listTables(client: SingleConnection): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and not relname = any($1) order by relname`,
    [bookkeeping],
  );
  return rows.map(({ name }) => name);
}

async function findRows(client: SingleConnection): Promise<string | null> {
  const tables = await listTables(client);
  for (const table of tables.filter((name) => !filledByMigrations.includes(name))) {
    const { rowCount } = await client.query(`select 1 from ${table} limit 1`);
    if (rowCount) return table;
  }
  return null;
}

async function emptyPrepared(client: SingleConnection): Promise<void> {
  const tables = await listTables(client);
  for (const table of tables.filter((name) => filledByMigrations.includes(name)))
    await client.query(`delete from ${table}`);
}

async function findLaterMigration(
  client: SingleConnection,
  newest: number,
): Promise<string | null> {
  const { rows: known } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as "isThere"`,
  );
  if (known[0]?.isThere !== true) return null;
  const { rows } = await client.query<{ name: string }>(
    "select name from schema_migrations where id > $1 order by id limit 1",
    [newest],
  );
  return rows[0]?.name ?? null;
}

async function dropForeignKeys(client: SingleConnection): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     order by conrelid, conname`,
  );
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  return rows;
}

async function switchTriggers(
  client: SingleConnection,
  state: "enable" | "disable",
): Promise<void> {
  for (const table of await listTables(client)) {
    await client.query(`alter table ${table} ${state} trigger user`);
  }
}
