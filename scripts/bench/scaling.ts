/**
 * What one, two and four portals behind HAProxy do on one PostgreSQL: calls a second, p99, what is busy, connections. The
 * load, the portals and the database share this machine: what saturates first is told by whose processor time it was.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { caseListsApi } from "contract/case-lists";
import { runtime } from "server/src/core/runtime.ts";
import { type Call, createCaller } from "./caller.ts";
import { cpuOf } from "./cpu.ts";
import { type Figure, percentile, type Rounds } from "./figure.ts";
import type { Fixtures, Session } from "./fixtures.ts";
import { findFreePort, type PortalProcess, startPortalProcess } from "./portal-process.ts";

const PEOPLE = 40;
const NUMBERS = [1, 2, 4];

type Front = { origin: string; process: ChildProcess };
type Load = { perSecond: number; p99: number; busy: string; connections: number };

export async function measureScaling(
  fixtures: Fixtures,
  { cases, rounds }: { cases: number; rounds: Rounds },
): Promise<Figure[]> {
  const what = `behind HAProxy, ${cases.toLocaleString("en")} cases`;
  if (spawnSync("haproxy", ["-v"]).error !== undefined)
    return [{ what, target: null, measured: "not measured: no HAProxy here", isMet: null }];
  await fixtures.withWorld(cases);
  const portals = [await fixtures.portal()];
  const figures: Figure[] = [];
  try {
    for (const number of NUMBERS) {
      while (portals.length < number)
        portals.push(await startPortalProcess(fixtures.directory, { port: await findFreePort() }));
      const { perSecond, p99, busy, connections } = await loadOn(fixtures, { portals, rounds });
      figures.push({
        what: `${number} ${number === 1 ? "portal" : "portals"} ${what}`,
        target: null,
        measured: `${perSecond.toFixed(0)} calls a second, p99 ${p99.toFixed(0)} ms, ${connections} connections; ${busy}`,
        isMet: null,
      });
    }
  } finally {
    for (const portal of portals.slice(1)) await portal.stop();
  }
  return figures;
}

type Portals = { portals: readonly PortalProcess[]; rounds: Rounds };

async function loadOn(fixtures: Fixtures, { portals, rounds }: Portals): Promise<Load> {
  const front = await openFront(fixtures.directory, portals);
  try {
    const calls = await callsOf(await fixtures.admin());
    await work(front.origin, calls, 2);
    const before = processorTimes(portals, front);
    const seconds = rounds.isSmall ? 8 : 30;
    const working = work(front.origin, calls, seconds);
    await pause((seconds * 1000) / 2);
    const connections = await countConnections();
    const milliseconds = await working;
    const after = processorTimes(portals, front);
    return {
      perSecond: milliseconds.length / seconds,
      p99: percentile(milliseconds, 0.99),
      connections,
      busy: Object.entries(after)
        .map(([name, time]) => [name, (time - (before[name] ?? 0)) / seconds / 10] as const)
        .map(([name, share]) => `${name} ${share.toFixed(0)} %`)
        .join(", ")
        .concat(` of ${availableParallelism()} × 100 %`),
    };
  } finally {
    const ended = once(front.process, "exit");
    front.process.kill("SIGTERM");
    await ended;
  }
}

/** Of a hundred calls 35 pages of cases, 30 cases, 25 times the messages of one, 10 new messages. */
async function callsOf({ cookie, csrfToken }: Session): Promise<(turn: number) => Call> {
  const { rows } = await runtime.pool.query<{ id: number; code: string }>(
    "select id, case_id as code from cases order by id limit 500",
  );
  const headers = { cookie };
  const get = (path: string): Call => ({ method: "GET", path, headers });
  return (turn) => {
    const { id, code } = rows[turn % rows.length] as { id: number; code: string };
    // A step that shares no factor with a hundred mixes them evenly.
    const kind = (turn * 37) % 100;
    if (kind < 35) return get(`${caseListsApi.page.path}?groupBy=status&skip=${(turn % 40) * 50}`);
    if (kind < 65) return get(`/api/cases/by-case-id/${code}`);
    if (kind < 90) return get(`/api/cases/${id}/comments/page`);
    return {
      method: "POST",
      path: `/api/cases/${id}/comments`,
      headers: {
        ...headers,
        "x-csrf-token": csrfToken,
        "idempotency-key": randomUUID(),
        "content-type": "application/json",
      },
      body: JSON.stringify({ message: `A word of the load, number ${turn}` }),
    };
  };
}

async function work(
  origin: string,
  callOf: (turn: number) => Call,
  seconds: number,
): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const milliseconds: number[] = [];
  let turn = 0;
  const person = async () => {
    const caller = createCaller(origin);
    while (performance.now() < until) {
      turn += 1;
      milliseconds.push(await caller.time(callOf(turn)));
    }
    caller.close();
  };
  await Promise.all(Array.from({ length: PEOPLE }, person));
  return milliseconds;
}

async function openFront(directory: string, portals: readonly PortalProcess[]): Promise<Front> {
  const port = await findFreePort();
  const file = join(directory, "haproxy.cfg");
  const servers = portals.map(
    ({ origin }, at) => `  server p${at} 127.0.0.1:${new URL(origin).port}`,
  );
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend in
  bind 127.0.0.1:${port}
  default_backend portals
backend portals
  balance leastconn
  http-reuse safe
${servers.join("\n")}
`,
  );
  const front = spawn("haproxy", ["-q", "-f", file], { stdio: "inherit" });
  const origin = `http://127.0.0.1:${port}`;
  const isOpen = () =>
    fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isOpen())) await pause(20);
  return { origin, process: front };
}

/** In milliseconds since each began. */
function processorTimes(portals: readonly PortalProcess[], front: Front): Record<string, number> {
  const sum = (ids: readonly number[]) => ids.reduce((total, id) => total + (cpuOf(id) ?? 0), 0);
  const { user, system } = process.cpuUsage();
  return {
    portals: sum(portals.map(({ processId }) => processId)),
    PostgreSQL: sum(databaseProcesses(portals[0]?.dataDirectory ?? "")),
    HAProxy: sum([front.process.pid ?? 0]),
    "the load": (user + system) / 1000,
  };
}

/** The postmaster of this data directory and its children. Those that have ended meanwhile are not counted. */
function databaseProcesses(directory: string): number[] {
  const file = join(directory, "postgres", "postmaster.pid");
  const postmaster = Number.parseInt(readFileSync(file, "utf8"), 10);
  const isChild = (id: string) => {
    try {
      const [, fields = ""] = readFileSync(`/proc/${id}/stat`, "utf8").split(") ");
      return Number(fields.split(" ")[1]) === postmaster;
    } catch {
      return false;
    }
  };
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [postmaster, ...all.filter(isChild).map(Number)];
}

async function countConnections(): Promise<number> {
  const { rows } = await runtime.pool.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'",
  );
  return rows[0]?.count ?? 0;
}
