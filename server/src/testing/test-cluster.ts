/**
 * One PostgreSQL for a whole test run, with a migrated template that every test database is copied from. Vitest calls
 * `setup` before the first worker starts and `teardown` after the last, also when tests fail.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { openEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate, readMigrations } from "#server/database/migrate.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createLog } from "#server/log.ts";
import { temporaryBase } from "./temporary-base.ts";
import { databaseAt } from "./test-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    testCluster: { address: DatabaseAddress; template: string };
  }
}

type Cluster = { address: DatabaseAddress; close(): Promise<void> };

/** Nothing here has to survive a power cut. */
const fastAndForgetful = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
};

const PREFIX = "portal-test-cluster-";

let cluster: Cluster | undefined;
let template = "";

export async function setup(project: TestProject): Promise<void> {
  cluster = await openCluster();
  template = `template_${process.pid}_${Date.now()}`;
  await onCluster(cluster.address, `create database ${template}`);
  const address = databaseAt(cluster.address, template);
  await migrate(address, readMigrations());
  await installJobs(address);
  project.provide("testCluster", { address: cluster.address, template });
}

export async function teardown(): Promise<void> {
  if (cluster === undefined) return;
  await onCluster(cluster.address, `drop database if exists ${template} with (force)`);
  await cluster.close();
}

async function openCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== "") {
    return { address: { connectionString: given }, close: async () => undefined };
  }
  const base = temporaryBase();
  await removeAbandonedClusters(base);
  const directory = join(base, `${PREFIX}${process.pid}`);
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const embedded = await openEmbeddedPostgres(directory, fastAndForgetful);
  return {
    address: embedded.address,
    close: async () => {
      await embedded.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A run that was killed could not clean up behind itself. */
async function removeAbandonedClusters(base: string): Promise<void> {
  for (const name of readdirSync(base)) {
    if (!name.startsWith(PREFIX) || isRunning(Number(name.slice(PREFIX.length)))) continue;
    const directory = join(base, name);
    const abandoned = await openEmbeddedPostgres(directory, fastAndForgetful).catch(
      () => undefined,
    );
    await abandoned?.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The job queue makes its own tables; in the template they cost each test nothing. */
async function installJobs(address: DatabaseAddress): Promise<void> {
  const jobs = createJobs(address, createLog("silent"));
  await jobs.open();
  await jobs.close();
}

async function onCluster(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query(statement);
  await client.end();
}
