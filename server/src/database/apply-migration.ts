/**
 * Carries out one step beside a portal that serves. A lock that is not to be had within a second is given up, so that
 * nobody waits behind it for longer, and asked for again.
 */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Migration } from "./migration-files.ts";

const LOCK_TIMEOUT = "1s";
const TRIES = 30;
const BETWEEN_TRIES_MS = 200;
/** PostgreSQL: lock_not_available. */
const LOCK_NOT_AVAILABLE = "55P03";

export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  if (migration.isAlone) return applyAlone(client, migration);
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await applyAtOnce(client, migration);
    } catch (error) {
      if (left === 0 || (error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      await pause(BETWEEN_TRIES_MS);
    }
  }
}

async function applyAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(migration.statements);
    await remember(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Each statement by itself, as `create index concurrently` wants it; what an interrupted one has left is taken away. */
async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration)) {
    const index = /^create (?:unique )?index concurrently if not exists (\w+)/.exec(statement)?.[1];
    if (index !== undefined) await dropUnfinished(client, index);
    await client.query(statement);
  }
  await remember(client, migration);
}

function statementsOf({ statements }: Migration): string[] {
  return statements
    .replaceAll(/^--.*$/gm, "")
    .split(/;\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [`public.${index}`],
  );
  if (rowCount) await client.query(`drop index concurrently public.${index}`);
}

async function remember(client: pg.Client, migration: Migration): Promise<void> {
  const { id, name, checksum, needs } = migration;
  await client.query("insert into schema_migrations (id, name, checksum) values ($1, $2, $3)", [
    id,
    name,
    checksum,
  ]);
  if (needs !== undefined)
    await client.query(
      "insert into schema_needs (migration, oldest_step, oldest_version) values ($1, $2, $3)",
      [id, needs.step, needs.version],
    );
}
