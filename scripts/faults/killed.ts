/** The portal, and PostgreSQL with it, end as they do when the machine's memory runs out: at once (rows 1 and 2). */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type FaultTest, newFinding, scaled, type Trial } from "./fault.ts";
import { withJournal } from "./journaled.ts";
import type { ProvingGround } from "./proving-ground.ts";
import { writeUntil } from "./writers.ts";

const EARLIEST_MS = 20;
const LATEST_MS = 620;
const RESTART_MOST_MS = 5000;

export const portalKilled: FaultTest = {
  row: 1,
  what: "kill -9 of the portal",
  run: (trial) => killAgainAndAgain(trial, { times: 1000, kill: killPortal }),
};

export const everythingKilled: FaultTest = {
  row: 2,
  what: "kill -9 of the portal and of every PostgreSQL process",
  run: (trial) => killAgainAndAgain(trial, { times: 500, kill: killEverything }),
};

type Way = { times: number; kill: (ground: ProvingGround) => Promise<void> };

async function killAgainAndAgain(trial: Trial, { times, kill }: Way) {
  const finding = newFinding();
  const restarts: number[] = [];
  await withJournal(finding, async ({ ground, writers, journal }) => {
    for (let left = scaled(times, trial); left > 0; left -= 1) {
      const shift = new AbortController();
      const { random } = trial;
      const writing = writeUntil({ writers, journal, random, signal: shift.signal });
      await pause(random.integer(EARLIEST_MS, LATEST_MS));
      await kill(ground);
      shift.abort();
      await writing;
      finding.faults += 1;
      restarts.push(await ground.start());
    }
  });
  const slowest = Math.max(...restarts);
  finding.remark = `slowest restart ${(slowest / 1000).toFixed(1)} s`;
  if (slowest > RESTART_MOST_MS) finding.problems.push(`a restart took ${slowest.toFixed(0)} ms`);
  return finding;
}

function killPortal(ground: ProvingGround): Promise<void> {
  return ground.portal.kill();
}

/** The children too: a postmaster alone would leave them to notice its death and to finish what they do. */
async function killEverything(ground: ProvingGround): Promise<void> {
  const file = join(ground.directory, "postgres", "postmaster.pid");
  const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
  const victims = [postmaster, ...childrenOf(postmaster)];
  const portal = ground.portal.kill();
  for (const victim of victims) killQuietly(victim);
  await portal;
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === parent)
    .map(Number);
}

/** `/proc/<pid>/stat` reads `12 (postgres) S 1 …`. */
function parentOf(pid: string): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(join("/proc", pid, "stat"), "utf8"))?.[1]);
  } catch {
    // It has ended since it was listed.
    return null;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
