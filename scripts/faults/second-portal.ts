/** A second portal on the same data directory serves the same database, and neither harms the other (row 5). */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort, type PortalProcess } from "#scripts/bench/portal-process.ts";
import { type FaultTest, newFinding, scaled } from "./fault.ts";
import { withJournal } from "./journaled.ts";
import { Person } from "./person.ts";
import { startPortal } from "./proving-ground.ts";
import { type Writers, writeUntil } from "./writers.ts";

const STARTS = 100;
/** Of `/proc/<pid>/stat`, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export const secondPortal: FaultTest = {
  row: 5,
  what: "second portal on the same data directory",
  run: async (trial) => {
    const finding = newFinding();
    const starts: number[] = [];
    const own: number[] = [];
    await withJournal(finding, async ({ ground, writers, journal }) => {
      for (let left = scaled(STARTS, trial); left > 0; left -= 1) {
        const { random } = trial;
        const shift = new AbortController();
        const first = writeUntil({ writers, journal, random, signal: shift.signal });
        const port = await findFreePort();
        const second = await startPortal(ground.directory, { port });
        own.push(processorSeconds(second));
        const there = across(writers, second);
        const other = writeUntil({ writers: there, journal, random, signal: shift.signal });
        await pause(random.integer(100, 500));
        if (random.fraction() < 0.5) await second.kill();
        else await second.stop();
        shift.abort();
        await Promise.all([first, other]);
        finding.faults += 1;
        starts.push(second.startedInMs);
        if (ground.portal.hasEnded())
          finding.problems.push("the first portal ended with the second");
      }
    });
    const slowest = (Math.max(...starts) / 1000).toFixed(1);
    finding.remark = `both serve; start ${slowest} s, ${Math.max(...own).toFixed(1)} s its own work`;
    return finding;
  },
};

/** The same people, who know that the other portal is the same bureau. */
function across(writers: Writers, { origin }: PortalProcess): Writers {
  return { ...writers, admins: writers.admins.map((person) => Person.at(origin, person)) };
}

/** What a process has worked so far; the rest of its time it waited, mostly for a machine that others use too. */
function processorSeconds({ processId }: PortalProcess): number {
  const [, fields = ""] = readFileSync(`/proc/${processId}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}
