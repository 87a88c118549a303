/**
 * One PostgreSQL for a whole test run, with a migrated template that every test database is copied from. Vitest calls
 * `setup` before the first worker starts and `teardown` after the last, also when tests fail.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { createLog } from "#server/core/log.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { openEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { prepareDatabase } from "#server/database/migrate.ts";
import { roleAt } from "#server/database/portal-role.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { temporaryBase } from "./temporary-base.ts";
import { databaseAt } from "./test-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    testCluster: { owner: DatabaseAddress; address: DatabaseAddress; template: string };
  }
}

type Cluster = { owner: DatabaseAddress; address: DatabaseAddress; close(): Promise<void> };

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
  const { owner, address } = cluster;
  await onCluster(owner, `create database ${template}`);
  await prepareDatabase(databaseAt(owner, template), await roleAt(address));
  await installJobs(databaseAt(address, template));
  project.provide("testCluster", { owner, address, template });
}

export async function teardown(): Promise<void> {
  if (cluster === undefined) return;
  await onCluster(cluster.owner, `drop database if exists ${template} with (force)`);
  await cluster.close();
}

async function openCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== "") return openGivenCluster(given);
  const base = temporaryBase();
  await removeAbandonedClusters(base);
  const directory = join(base, `${PREFIX}${process.pid}`);
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const embedded = await openEmbeddedPostgres(directory, fastAndForgetful);
  return {
    ...embedded,
    close: async () => {
      await embedded.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A server of somebody else gets a role for this run alone. */
async function openGivenCluster(url: string): Promise<Cluster> {
  const owner = { connectionString: url };
  const role = `portal_test_${process.pid}_${Date.now()}`;
  const password = randomUUID();
  await onCluster(owner, `create role ${role} login password '${password}'`);
  const address = new URL(url);
  address.username = role;
  address.password = password;
  return {
    owner,
    address: { connectionString: address.href },
    close: () => onCluster(owner, `drop role ${role}`),
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
