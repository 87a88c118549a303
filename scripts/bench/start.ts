/** How long a start takes until the portal answers: the first one makes the database, every other only opens it. */
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { DatabaseAddress } from "server/src/database/connection.ts";
import { type Figure, figure, median } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";
import { type PortalOptions, startPortalProcess } from "./portal-process.ts";

const STARTS = 5;

/** With the PostgreSQL that comes with the portal, which starts too. */
export async function embeddedStartFigures(fixtures: Fixtures): Promise<Figure[]> {
  const directory = mkdtempSync(join(fixtures.directory, "start-"));
  const first = await startOnce(directory);
  const value = await startAgain(directory);
  return [
    figure("First start, web already built", { value: first, unit: "s" }),
    figure("Second start, built-in PostgreSQL", { value, unit: "s", most: 2 }),
  ];
}

/** With a PostgreSQL that runs already. */
export async function preparedStartFigures(fixtures: Fixtures): Promise<Figure[]> {
  const owner = await fixtures.owner();
  if ("connectionString" in owner) return [];
  const database = "prepared";
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  const key = () => randomBytes(32).toString("base64");
  const url = urlOf({ ...owner, database });
  const settings = { DATABASE_URL: url, SECRET_KEY: key(), FILES_KEY: key() };
  const directory = mkdtempSync(join(fixtures.directory, "start-"));
  await startOnce(directory, { settings });
  const value = await startAgain(directory, { settings });
  return [figure("Second start, PostgreSQL running", { value, unit: "s", most: 1.2 })];
}

async function startAgain(directory: string, options?: PortalOptions): Promise<number> {
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start += 1) seconds.push(await startOnce(directory, options));
  return median(seconds);
}

async function startOnce(directory: string, options?: PortalOptions): Promise<number> {
  const portal = await startPortalProcess(directory, options);
  await portal.stop();
  return portal.startedInMs / 1000;
}

type Place = Exclude<DatabaseAddress, { connectionString: string }>;

function urlOf({ host, port, user, database, password = "" }: Place): string {
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${password}@localhost/${database}?${query}`;
}
