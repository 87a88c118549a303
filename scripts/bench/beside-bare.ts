/**
 * What a call costs beside the least it could cost: the portal and a bare server on one PostgreSQL with 10,000 cases,
 * in one run. First each operation by itself, in turns, over one connection to each; then twenty people at once.
 */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { searchKeys } from "server/src/modules/cases/case-rows.jobs.ts";
import { fillSearch } from "server/src/modules/search/search.jobs.ts";
import { type BareProcess, startBareProcess } from "./bare-process.ts";
import { type Caller, createCaller } from "./caller.ts";
import { cpuOf } from "./cpu.ts";
import { type Figure, figure, median, type Rounds } from "./figure.ts";
import { settle } from "./fill.ts";
import { Fixtures } from "./fixtures.ts";
import { residentMemory } from "./memory.ts";
import { mixedFigures } from "./mixed-load.ts";
import { fiveMegabytes, type Operation, operationsOf, TALKS } from "./operations.ts";
import { embeddedStartFigures, preparedStartFigures } from "./start.ts";

const CASES = 10_000;
const AT_REST_MS = 20_000;

export async function callFigures(shared: Fixtures, rounds: Rounds): Promise<Figure[]> {
  return [...(await besideBare(rounds)), ...(await embeddedStartFigures(shared))];
}

async function besideBare(rounds: Rounds): Promise<Figure[]> {
  // A portal that nothing else has used yet: its memory is looked at too.
  const fixtures = new Fixtures();
  try {
    const { processId } = await fixtures.portal();
    await fixtures.withCases(TALKS, 50);
    await fixtures.withCases(CASES, 5);
    await leaveNothingToJobs();
    const bare = await startBare(fixtures);
    try {
      const before = residentMemory(processId);
      const figures = await eachOperation(fixtures, bare, rounds);
      figures.push(...(await mixedFigures(fixtures, bare, rounds)));
      const after = residentMemory(processId);
      await pause(rounds.isSmall ? AT_REST_MS / 4 : AT_REST_MS);
      const idle = residentMemory(processId);
      return [
        ...figures,
        ...memoryFigures({ before, after, idle }),
        ...memoryOfBare(residentMemory(bare.processId)),
        ...(await preparedStartFigures(fixtures)),
      ];
    } finally {
      await bare.stop();
    }
  } finally {
    await fixtures.close();
  }
}

/** What is found by what is derived from the rows: of so many at once it would be written while calls are measured. */
async function leaveNothingToJobs(): Promise<void> {
  await searchKeys.fill();
  await fillSearch();
  await settle(["search_entries", "case_rows"]);
}

async function startBare(fixtures: Fixtures): Promise<BareProcess> {
  const address = await fixtures.owner();
  const client = new pg.Client(address);
  await client.connect();
  await client.query(
    "create table bare_files (id serial primary key, case_id integer not null, name text not null, size integer not null)",
  );
  await client.end();
  return startBareProcess(address, mkdtempSync(join(fixtures.directory, "bare-")));
}

async function eachOperation(
  fixtures: Fixtures,
  bare: BareProcess,
  rounds: Rounds,
): Promise<Figure[]> {
  const portal = await fixtures.portal();
  const callers = { bare: createCaller(bare.origin), portal: createCaller(portal.origin) };
  const operations = await operationsOf(fixtures, callers, fiveMegabytes);
  const processIds = { bare: bare.processId, portal: portal.processId };
  const figures: Figure[] = [];
  for (const operation of Object.values(operations)) {
    const times = rounds.isSmall ? 30 : 200;
    figures.push(...(await measureOperation(operation, { callers, processIds, times })));
  }
  callers.bare.close();
  callers.portal.close();
  return figures;
}

type Setting = {
  callers: { bare: Caller; portal: Caller };
  processIds: { bare: number; portal: number };
  times: number;
};

async function measureOperation(operation: Operation, setting: Setting): Promise<Figure[]> {
  const { callers, processIds, times } = setting;
  for (let turn = 0; turn < 10; turn += 1) {
    await callers.bare.time(operation.bare(turn));
    await callers.portal.time(operation.portal(turn));
  }
  const spent = { bare: cpuOf(processIds.bare), portal: cpuOf(processIds.portal) };
  const bare: number[] = [];
  const portal: number[] = [];
  // In turns, so that whatever else the machine does meanwhile meets both.
  for (let turn = 10; turn < 10 + times; turn += 1) {
    bare.push(await callers.bare.time(operation.bare(turn)));
    portal.push(await callers.portal.time(operation.portal(turn)));
  }
  const { name, most, mostCpu } = operation;
  const figures = [ratioFigure(name, { bare: median(bare), portal: median(portal), most })];
  const cpu = {
    bare: sinceThen(spent.bare, cpuOf(processIds.bare), times),
    portal: sinceThen(spent.portal, cpuOf(processIds.portal), times),
  };
  if (Number.isNaN(cpu.bare)) return figures;
  figures.push(ratioFigure(`${name}, processor time`, { ...cpu, most: mostCpu }));
  return figures;
}

function sinceThen(before: number | null, now: number | null, calls: number): number {
  return before === null || now === null ? Number.NaN : (now - before) / calls;
}

function ratioFigure(
  what: string,
  { bare, portal, most }: { bare: number; portal: number; most: number | undefined },
): Figure {
  const remark = `${bare.toFixed(1)} and ${portal.toFixed(1)} ms`;
  return figure(what, { value: portal / bare, unit: "times", most, remark });
}

type Memory = Record<"before" | "after" | "idle", number | null>;

function memoryFigures({ before, after, idle }: Memory): Figure[] {
  if (before === null || after === null || idle === null) return [];
  return [
    figure("Resident memory after the start", { value: before, unit: "MB", most: 150 }),
    figure("Resident memory after the mixed load", { value: after, unit: "MB", most: 260 }),
    figure("Resident memory at rest again", { value: idle, unit: "MB" }),
  ];
}

function memoryOfBare(value: number | null): Figure[] {
  return value === null
    ? []
    : [figure("Resident memory of the bare server", { value, unit: "MB" })];
}
