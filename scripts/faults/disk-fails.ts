/** Every single call to the disk that a file operation makes fails once, in every way (row 7). */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buildApp } from "server/src/app.ts";
import { runtime } from "server/src/core/runtime.ts";
import { removeReleasedFiles, sweepOrphans, sweepSpool } from "server/src/files/sweep.ts";
import { openClamdStandIn } from "server/testing/clamd-stand-in.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { checkWholeness, half, leaked } from "./checker.ts";
import { type DiskPlan, type FailingDisk, faultsOf, watchDisk } from "./failing-disk.ts";
import { type FaultTest, type Finding, newFinding } from "./fault.ts";
import { fileOperations, type FileOperation } from "./file-operations.ts";
import type { Answer, Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";
import type { Random } from "./random.ts";

export const diskFails: FaultTest = {
  row: 7,
  what: "each call to the disk of each file operation fails, in each way",
  run: async (trial) => {
    const finding = newFinding();
    const scanner = await openClamdStandIn();
    const ground = await ProvingGround.open({
      RATE_LIMITS: "off",
      SCAN: "required",
      CLAMD_ADDRESS: scanner.address,
    });
    const crashes: unknown[] = [];
    const noteCrash = (error: unknown) => crashes.push(error);
    process.on("uncaughtException", noteCrash).on("unhandledRejection", noteCrash);
    try {
      // In this process, where the disk can be replaced.
      await ground.portal.stop();
      await ground.behind(async () => {
        const app = await buildApp();
        await app.listen({ host: "127.0.0.1", port: Number(new URL(ground.origin).port) });
        try {
          const admin = (await ground.people("admin"))[0] as Person;
          const place = await buildCase();
          const operations = await fileOperations({ admin, place, finding });
          const { scale, random } = trial;
          for (const operation of operations)
            await failEverywhere(operation, {
              scale,
              random,
              finding,
              directory: ground.directory,
            });
        } finally {
          await app.close();
        }
        await checkWholeness(finding);
      });
      for (const error of crashes) finding.problems.push(`nobody caught ${String(error)}`);
    } finally {
      process.off("uncaughtException", noteCrash).off("unhandledRejection", noteCrash);
      await ground.close();
      await scanner.close();
    }
    return finding;
  },
};

type Round = { scale: number; random: Random; finding: Finding; directory: string };

async function failEverywhere(operation: FileOperation, round: Round): Promise<void> {
  const { scale, random, finding } = round;
  const disk = await watchDisk(join(round.directory, "files"));
  try {
    const healthy = await tryOnce(operation, disk);
    requireAnswer(healthy.answer, {
      when: `${operation.name} in health`,
      refusals: [operation.refusal],
      finding,
    });
    const plans = healthy.calls.flatMap((call, at) =>
      faultsOf(call).map((fault) => ({ call, at, fault })),
    );
    if (plans.length === 0) finding.problems.push(`${operation.name} does not reach the disk`);
    for (const plan of plans) {
      if (random.fraction() >= scale) continue;
      const { calls, answer } = await tryOnce(operation, disk, plan);
      const when = `${operation.name} with ${plan.fault} at call ${plan.at} (${plan.call})`;
      finding.inputs += 1;
      if (calls.length > plan.at) finding.faults += 1;
      if (answer !== null && answer.status < 300) finding.acknowledged += 1;
      requireAnswer(answer, { when, refusals: [operation.refusal, 503, 507], finding });
      await requireInStep(when, finding);
    }
  } finally {
    disk.close();
  }
}

type Tried = { answer: Answer | null; calls: string[] };

async function tryOnce(
  operation: FileOperation,
  disk: FailingDisk,
  plan?: DiskPlan,
): Promise<Tried> {
  await operation.prepare?.();
  let answer: Answer | null = null;
  const calls = await disk.during(async () => {
    answer = await operation.run();
  }, plan);
  await operation.verify?.(answer);
  return { answer, calls };
}

type Expectation = { when: string; refusals: (number | undefined)[]; finding: Finding };

/** A success, or a refusal that says what is the matter. */
function requireAnswer(answer: Answer | null, { when, refusals, finding }: Expectation): void {
  if (answer === null) return;
  if (answer.status >= 300 && !refusals.includes(answer.status))
    finding.problems.push(`${when} was answered ${answer.status} ${answer.text}`);
}

/** Every row has its bytes and all bytes have a row, once the sweep has been there. */
async function requireInStep(when: string, finding: Finding): Promise<void> {
  await removeReleasedFiles();
  await sweepOrphans(0);
  await sweepSpool(0);
  const spooled = await readdir(runtime.files.spoolDirectory);
  if (spooled.length > 0) leaked(finding, spooled.length, `spooled files are left after ${when}`);
  const rows = await ask<{ key: string }>(sql`select storage_key as key from stored_files`);
  const objects = await Array.fromAsync(runtime.files.current.list());
  const known = rows.map(({ key }) => key).toSorted();
  const kept = objects.map(({ key }) => key).toSorted();
  if (known.join() !== kept.join())
    half(finding, `${when}: ${known.length} rows and ${kept.length} objects`);
}
