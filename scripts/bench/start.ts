/** How long a start takes until the portal answers: the first one makes the database, every other only opens it. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { runtime, setRuntime } from "server/src/core/runtime.ts";
import type { DatabaseAddress } from "server/src/database/connection.ts";
import { openEmbeddedPostgres } from "server/src/database/embedded/embedded-postgres.ts";
import { wrapKey } from "server/src/files/keys.ts";
import { createCaller } from "./caller.ts";
import { cpuOf } from "./cpu.ts";
import { type Figure, figure, median } from "./figure.ts";
import { Fixtures } from "./fixtures.ts";
import { residentMemory } from "./memory.ts";
import { type PortalOptions, type PortalProcess, startPortalProcess } from "./portal-process.ts";

const STARTS = 5;
/** What runs every minute has run in it at least once. */
const RESTING_MS = 70_000;
const BUSY_MS = 3000;
const CALLS_IN_USE = 1000;

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

const FEW_CASES = 100;
/** How much more a start may take, and its memory be, beside many cases than beside few (W-RUN-014). */
const MOST_SECONDS_MORE = 0.1;
const MOST_MEGABYTES_MORE = 20;

/** What the start asks of the database must not grow with what has been worked on. */
export async function startBesideCases(
  fixtures: Fixtures,
  { cases }: { cases: number },
): Promise<Figure[]> {
  const directory = mkdtempSync(join(fixtures.directory, "start-"));
  await startOnce(directory);
  const filesKey = Buffer.from(
    readFileSync(join(directory, "keys", "FILES_KEY"), "utf8"),
    "base64",
  );
  const figures: Figure[] = [];
  let from = 0;
  let few: { value: number; memory: number | null } | null = null;
  for (const count of [FEW_CASES, cases]) {
    const postgres = await openEmbeddedPostgres(directory);
    await fillFrom(postgres.owner, { from, to: count, filesKey });
    await postgres.close();
    await untilRested(directory);
    from = count;
    const value = await startAgain(directory);
    const memory = await memoryInUse(directory);
    const beside = `beside ${count.toLocaleString("en-US")} cases`;
    const most = few === null ? 2 : Math.round((few.value + MOST_SECONDS_MORE) * 10) / 10;
    figures.push(figure(`Second start, ${beside}`, { value, unit: "s", most }));
    const mostMemory =
      few === null || few.memory === null
        ? undefined
        : Math.round(few.memory + MOST_MEGABYTES_MORE);
    if (memory !== null)
      figures.push(figure(`Memory, ${beside}`, { value: memory, unit: "MB", most: mostMemory }));
    few = { value, memory };
  }
  return figures;
}

/** Rows that no portal wrote are taken into the search and the lists first: that is the work of one day only. */
async function untilRested(directory: string): Promise<void> {
  const portal = await startPortalProcess(directory);
  await rest(portal);
  await portal.stop();
}

async function rest({ processId }: PortalProcess): Promise<void> {
  for (let before = 0, worked = BUSY_MS; worked >= BUSY_MS;) {
    await pause(RESTING_MS);
    const now = cpuOf(processId) ?? 0;
    worked = now - before;
    before = now;
  }
}

/** What each start looks through is done, and somebody has worked with lists and cases. */
async function memoryInUse(directory: string): Promise<number | null> {
  const before = runtime;
  const fixtures = new Fixtures(directory);
  const portal = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  await rest(portal);
  const caller = createCaller(portal.origin);
  const get = (path: string) => caller.ask({ method: "GET", path, headers: { cookie } });
  for (let turn = 1; turn <= CALLS_IN_USE; turn += 1) {
    const answers = [
      await get("/api/cases/page?limit=50"),
      await get(`/api/cases/by-case-id/START-${1 + (turn % FEW_CASES)}`),
    ];
    if (answers.some(({ status }) => status !== 200)) throw new Error("A call was not answered");
  }
  caller.close();
  const memory = residentMemory(portal.processId);
  await fixtures.stop();
  setRuntime(before);
  return memory;
}

type Filling = { from: number; to: number; filesKey: Buffer };

/** Cases with their keys and twenty messages each. */
async function fillFrom(owner: DatabaseAddress, { from, to, filesKey }: Filling): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ id: number }>(
    `insert into cases (case_id, title, nationality, citizenship_program, gender, status, number_of_applicants)
     select 'START-' || n, 'Family ' || n, 'Lebanese', 'vanuatu', 'Mr.', 'onboarding', 1
     from generate_series($1::int, $2::int) n returning id`,
    [from + 1, to],
  );
  const ids = rows.map(({ id }) => id);
  const keys = ids.map((id) => wrapKey(filesKey, randomBytes(32), `case-key:${id}`));
  await client.query(
    "insert into case_keys (case_id, wrapped_key) select * from unnest($1::int[], $2::bytea[])",
    [ids, keys],
  );
  await client.query(
    `insert into comments (case_id, message)
     select id, 'A message about the papers of this family, number ' || n
     from unnest($1::int[]) id, generate_series(1, 20) n`,
    [ids],
  );
  await client.end();
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
