/** The portal dies at each step of an upload: its files are there together and whole, or nothing of them (row 3). */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type UploadStep, uploadSteps } from "server/src/files/upload-steps.ts";
import { root } from "#scripts/tools.ts";
import { half } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import { type Scene, withJournal } from "./journaled.ts";
import type { Call } from "./person.ts";
import type { ProvingGround } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";
import type { Random } from "./random.ts";

const ROUNDS = 50;
const MOST_FILES = 3;
/** Some uploads succeed before the one that dies. */
const LATEST_TIME = 6;
const DEAD_WITHIN_MS = 10_000;
const hook = pathToFileURL(join(root, "scripts", "faults", "crash-at-step.ts")).href;

export const crashAtEveryStep: FaultTest = {
  row: 3,
  what: `kill -9 at each of the ${uploadSteps.length} steps of an upload`,
  run: async (trial) => {
    const finding = newFinding();
    await withJournal(finding, async (scene) => {
      const unanswered: string[][] = [];
      for (let left = scaled(ROUNDS, trial); left > 0; left -= 1) {
        for (const step of uploadSteps)
          unanswered.push(await crashOnce(scene, step, { random: trial.random, finding }));
      }
      await scene.ground.behind(async () => {
        await requireAllOrNothing(unanswered, finding);
        await requireOwners(finding);
      });
    });
    return finding;
  },
};

type Chance = { random: Random; finding: Finding };

/** Uploads until the portal dies of one; answers the marks of that one. */
async function crashOnce(
  { ground, writers, journal }: Scene,
  step: UploadStep,
  { random, finding }: Chance,
): Promise<string[]> {
  await ground.portal.stop();
  await ground.start({
    NODE_OPTIONS: `--import=${hook}`,
    CRASH_AT: `${step}:${random.integer(1, LATEST_TIME)}`,
  });
  const person = random.pick(writers.admins);
  for (let tries = 0; tries < LATEST_TIME; tries += 1) {
    const files = random.integer(1, MOST_FILES);
    const marks = Array.from({ length: files }, () => journal.attempt("document"));
    const upload = { caseId: random.pick(writers.caseIds), marks, pdf: writers.pdf };
    const answer = await person.send(callOf(upload)).catch(() => null);
    if (answer === null) {
      finding.faults += 1;
      await untilDead(ground);
      return marks;
    }
    if (answer.status === 201) for (const mark of marks) journal.answer(mark, "acknowledged");
    else finding.problems.push(`an upload was answered ${answer.status} ${answer.text}`);
  }
  finding.problems.push(`no upload died at "${step}"`);
  return [];
}

type Upload = { caseId: number; marks: string[]; pdf: Blob };

function callOf({ caseId, marks, pdf }: Upload): Call {
  const body = new FormData();
  for (const mark of marks)
    body.append("files", new File([pdf], `${mark}.pdf`, { type: "application/pdf" }));
  return { method: "POST", path: `/api/cases/${caseId}/documents`, body };
}

/** The line may end a moment before the process does, and its port is needed again. */
async function untilDead({ portal }: ProvingGround): Promise<void> {
  const deadline = performance.now() + DEAD_WITHIN_MS;
  while (!portal.hasEnded()) {
    if (performance.now() > deadline) throw new Error("The portal did not die");
    await pause(5);
  }
}

/** What one request brought is one thing. */
async function requireAllOrNothing(uploads: string[][], finding: Finding): Promise<void> {
  for (const marks of uploads) {
    const names = marks.map((mark) => `${mark}.pdf`);
    const [row] = await ask<{ count: number }>(
      sql`select count(*)::int as count from documents where original_name = any(${names})`,
    );
    const count = row?.count ?? 0;
    if (count > 0 && count < marks.length)
      half(finding, `${count} of ${marks.length} files of one upload are there`);
  }
}

async function requireOwners(finding: Finding): Promise<void> {
  const ownerless = await ask<{ id: number }>(sql`select id from stored_files f
    where not exists (select from documents d where d.stored_file_id = f.id)`);
  for (const { id } of ownerless) half(finding, `stored file ${id} belongs to no document`);
}
