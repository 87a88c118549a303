/** Something else fills the disk under the files, or under everything, while people write (row 6). */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MEGABYTE } from "contract/files";
import { half } from "./checker.ts";
import { Visitor } from "./disk-visitor.ts";
import { type FaultTest, type Finding, newFinding, scaled, type Trial } from "./fault.ts";
import { type Scene, withJournal } from "./journaled.ts";
import { ask, sql } from "./query.ts";
import { SmallDisk } from "./small-disk.ts";
import { writeUntil } from "./writers.ts";

const FILLS = 25;
const PROBES = 8;

/** What lies on the small disk, and what a full one still allows. */
type Place = {
  folder: string;
  megabytes: number;
  /** Nothing; less than is kept for the database; and room for one large upload, but not for three at once. */
  leftMegabytes: readonly number[];
  mayChange: boolean;
};

const places: readonly Place[] = [
  { folder: "files", megabytes: 48, leftMegabytes: [0, 2, 15], mayChange: true },
  { folder: ".", megabytes: 240, leftMegabytes: [0, 2, 35], mayChange: false },
];

export const diskFull: FaultTest = {
  row: 6,
  what: "a full disk under the files, and under files and database",
  run: async (trial) => {
    const finding = newFinding();
    const figures = { refused: 0, backMs: 0 };
    for (const place of places)
      await withJournal(finding, async (scene) => {
        await scene.ground.portal.stop();
        const disk = mountUnder(scene, place, finding);
        if (disk === null) return;
        try {
          await scene.ground.start();
          await fillAgainAndAgain({ scene, place, disk, trial, finding }, figures);
        } finally {
          await scene.ground.portal.stop();
          disk.close();
        }
      });
    const back = (figures.backMs / 1000).toFixed(1);
    finding.remark = `${figures.refused} answers of 507, back after ${back} s`;
    return finding;
  },
};

function mountUnder({ ground }: Scene, place: Place, finding: Finding): SmallDisk | null {
  try {
    return SmallDisk.under(join(ground.directory, place.folder), place.megabytes);
  } catch (error) {
    finding.problems.push(`a small disk cannot be mounted here: ${String(error)}`);
    return null;
  }
}

type Trouble = { scene: Scene; place: Place; disk: SmallDisk; trial: Trial; finding: Finding };
type Figures = { refused: number; backMs: number };

async function fillAgainAndAgain(trouble: Trouble, figures: Figures): Promise<void> {
  const { scene, place, trial, finding } = trouble;
  const { admins, caseIds, pdf } = scene.writers;
  const visitor = await Visitor.enter(admins[0], { caseId: caseIds[0] ?? 0, pdf, finding });
  for (let left = scaled(FILLS, trial); left > 0; left -= 1)
    for (const megabytes of place.leftMegabytes) {
      await fillOnce(trouble, visitor, megabytes * MEGABYTE);
      figures.backMs = Math.max(figures.backMs, await visitor.untilBack());
    }
  figures.refused += visitor.refused.length;
  await scene.ground.behind(() => requireAbsent(visitor.refused, finding));
}

async function fillOnce(trouble: Trouble, visitor: Visitor, leftBytes: number): Promise<void> {
  const { scene, place, disk, trial, finding } = trouble;
  const shift = new AbortController();
  const { random } = trial;
  const writing = writeUntil({ ...scene, random, signal: shift.signal });
  await pause(random.integer(100, 600));
  try {
    const turnedAway = () => visitor.refused.length + visitor.cut;
    const before = turnedAway();
    disk.fill(leftBytes);
    finding.faults += 1;
    const uploads = visitor.uploadLargeFiles();
    for (let probe = 0; probe < PROBES; probe += 1) {
      await visitor.read();
      await visitor.comment({ mayBeRefused: !place.mayChange });
      await pause(50);
    }
    await uploads;
    if (turnedAway() === before)
      finding.problems.push(`nothing was refused with ${leftBytes} bytes left`);
  } finally {
    disk.empty();
    shift.abort();
    await writing;
  }
}

async function requireAbsent(marks: string[], finding: Finding): Promise<void> {
  const names = marks.map((mark) => `${mark}.pdf`);
  const there = await ask<{ mark: string }>(sql`
    select message as mark from comments where message = any(${marks})
    union all select original_name as mark from documents where original_name = any(${names})`);
  for (const { mark } of there) half(finding, `${mark} was refused for want of room and is there`);
}
