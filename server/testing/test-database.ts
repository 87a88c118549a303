import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";

export type TestDatabase = {
  /** As the owner of its tables. */
  owner: DatabaseAddress;
  /** As the portal works in it, with no right more (asvs 102). */
  address: DatabaseAddress;
  remove(): Promise<void>;
};

/** A fresh, migrated database of its own, copied from the template file by file: in pages it takes twice as long. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject("testCluster");
  return createDatabase(`template ${template} strategy file_copy`);
}

/** One without any tables, for tests of the migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template template0");
}

export function databaseAt(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!("connectionString" in address)) return { ...address, database };
  const url = new URL(address.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The database of the running test, as the owner of its tables. */
export function ownerAddress(): DatabaseAddress {
  const { database = "", connectionString } = runtime.pool.options;
  const name =
    connectionString === undefined ? database : new URL(connectionString).pathname.slice(1);
  return databaseAt(inject("testCluster").owner, name);
}

/** What the portal may not do: bend tables, switch triggers off. */
export function asOwner(statement: string): Promise<void> {
  return run(ownerAddress(), statement);
}

/** The settings of a command that works on the database of the running test. */
export function databaseSettings(): { DATABASE_URL: string; DATABASE_OWNER_URL: string } {
  return {
    DATABASE_URL: urlOf(runtime.pool.options as DatabaseAddress),
    DATABASE_OWNER_URL: urlOf(ownerAddress()),
  };
}

export function urlOf(address: DatabaseAddress): string {
  // Options of a pool have both, whichever was given.
  if ("connectionString" in address && address.connectionString !== undefined)
    return address.connectionString;
  const { host, port, user, database } = address as Exclude<
    DatabaseAddress,
    { connectionString: string }
  >;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const { owner, address } = inject("testCluster");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await run(owner, `create database ${name} ${options}`);
  return {
    owner: databaseAt(owner, name),
    address: databaseAt(address, name),
    remove: () => run(owner, `drop database if exists ${name} with (force)`),
  };
}

async function run(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
