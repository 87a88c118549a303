/** The line to PostgreSQL breaks, falls silent or becomes slow (row 8). */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openEmbeddedPostgres } from "server/src/database/embedded/embedded-postgres.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import { withJournal } from "./journaled.ts";
import type { Person } from "./person.ts";
import { type LineState, TcpProxy } from "./tcp-proxy.ts";
import { writeUntil } from "./writers.ts";

const BREAKS = 200;
const BROKEN_MS = 4000;
const PROBE_EVERY_MS = 250;
/** Three seconds are promised; the rest is for a machine that is busy with being tested. */
const ANSWER_MOST_MS = 3500;
const BACK_WITHIN_MS = 5000;
const MOST_CONNECTIONS = 20;

export const databaseUnreachable: FaultTest = {
  row: 8,
  what: "PostgreSQL cut off, silent, or two seconds late",
  run: async (trial) => {
    const finding = newFinding();
    const directory = mkdtempSync(join(tmpdir(), "portal-database-"));
    const postgres = await openEmbeddedPostgres(directory);
    const { owner: address } = postgres;
    if (!("host" in address)) throw new Error("The embedded PostgreSQL has no socket");
    const line = await TcpProxy.listen({ path: `${address.host}/.s.PGSQL.${address.port}` });
    const slowest = { answer: 0, back: 0, connections: 0 };
    try {
      const break_ = async (state: LineState, probe: Person) => {
        line.become(state);
        finding.faults += 1;
        slowest.answer = Math.max(slowest.answer, await probeFor(BROKEN_MS, probe, finding));
        line.become("open");
        slowest.back = Math.max(slowest.back, await untilBack(probe, finding));
      };
      await withJournal(
        finding,
        async ({ writers, journal }) => {
          line.takeMostOpen();
          for (let left = scaled(BREAKS, trial); left > 0; left -= 1) {
            const { random } = trial;
            const shift = new AbortController();
            const writing = writeUntil({ writers, journal, random, signal: shift.signal });
            await pause(random.integer(200, 1500));
            await break_(random.pick(["cut", "silent", "slow"]), writers.admins[0] as Person);
            shift.abort();
            await writing;
            slowest.connections = Math.max(slowest.connections, line.takeMostOpen());
          }
        },
        {
          settings: {
            DATABASE_URL: `postgres://${address.user}@127.0.0.1:${line.port}/${address.database}`,
            SECRET_KEY: randomBytes(32).toString("base64"),
            FILES_KEY: randomBytes(32).toString("base64"),
          },
        },
      );
    } finally {
      await line.close();
      await postgres.close();
      rmSync(directory, { recursive: true, force: true });
    }
    const { answer, back, connections } = slowest;
    if (connections > MOST_CONNECTIONS)
      finding.problems.push(`${connections} connections were open at the same time`);
    finding.remark = `503 within ${seconds(answer)}, back after ${seconds(back)}, ${connections} connections`;
    return finding;
  },
};

/** Answers how long the slowest answer took. */
async function probeFor(milliseconds: number, person: Person, finding: Finding): Promise<number> {
  const calls: Promise<number>[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    calls.push(probe(person, finding));
    await pause(PROBE_EVERY_MS);
  }
  return Math.max(...(await Promise.all(calls)));
}

async function probe(person: Person, finding: Finding): Promise<number> {
  const { status, milliseconds } = await person.send({ method: "GET", path: "/api/cases" });
  if (status !== 503 && status !== 200)
    finding.problems.push(`without its database it answered ${status}`);
  if (milliseconds > ANSWER_MOST_MS)
    finding.problems.push(`an answer without a database took ${seconds(milliseconds)}`);
  return milliseconds;
}

async function untilBack(person: Person, finding: Finding): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { status } = await person.send({ method: "GET", path: "/api/cases" });
    const waited = performance.now() - startedAt;
    if (status === 200) return waited;
    if (waited > BACK_WITHIN_MS) {
      finding.problems.push(`still ${status} after ${seconds(waited)} with its database back`);
      return waited;
    }
    await pause(50);
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
