import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { DatabaseAddress } from "#server/database/connection.ts";

export type TestDatabase = {
  address: DatabaseAddress;
  remove(): Promise<void>;
};

/** A fresh, migrated database of its own, copied from the template in a few dozen milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template } = inject("testCluster");
  return createDatabase(`template ${template}`);
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

async function createDatabase(options: string): Promise<TestDatabase> {
  const { address } = inject("testCluster");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await run(address, `create database ${name} ${options}`);
  return {
    address: databaseAt(address, name),
    remove: () => run(address, `drop database if exists ${name} with (force)`),
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
