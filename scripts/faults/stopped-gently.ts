/** SIGTERM in the middle of work: what runs is answered, and the process is gone in time (row 27). */
import { setTimeout as pause } from "node:timers/promises";
import { type FaultTest, newFinding, scaled } from "./fault.ts";
import { withJournal } from "./journaled.ts";
import { writeUntil } from "./writers.ts";

const STOPS = 200;
const EXIT_MOST_MS = 10_000;
/** A call that left this shortly before the signal may still have been on its way. */
const ON_THE_WAY_MS = 100;

export const stoppedGently: FaultTest = {
  row: 27,
  what: "SIGTERM under load",
  run: async (trial) => {
    const finding = newFinding();
    const exits: number[] = [];
    await withJournal(finding, async ({ ground, writers, journal }) => {
      for (let left = scaled(STOPS, trial); left > 0; left -= 1) {
        const shift = new AbortController();
        const { random } = trial;
        const writing = writeUntil({ writers, journal, random, signal: shift.signal });
        await pause(random.integer(150, 800));
        const toldAt = performance.now();
        const stopping = ground.portal.stop();
        const unanswered = await Promise.all([stopping, pause(300)])
          .then(() => exits.push(performance.now() - toldAt))
          .then(() => shift.abort())
          .then(() => writing);
        finding.faults += 1;
        for (const { mark, sentAt } of unanswered) {
          if (sentAt < toldAt - ON_THE_WAY_MS) {
            finding.problems.push(`${mark} was running at the signal and got no answer`);
          }
        }
        await ground.start();
      }
    });
    const slowest = Math.max(...exits);
    finding.remark = `slowest exit ${(slowest / 1000).toFixed(1)} s`;
    if (slowest > EXIT_MOST_MS) finding.problems.push(`an exit took ${slowest.toFixed(0)} ms`);
    return finding;
  },
};
