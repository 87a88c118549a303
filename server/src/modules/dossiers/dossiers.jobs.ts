/** What happens to dossiers after the call: files are looked into, and one dossier at a time is built. */
import { and, asc, eq, inArray } from "drizzle-orm";
import { dossierMessages } from "contract/dossier-parts";
import { system } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { isDatabaseUnavailable } from "#server/database/errors.ts";
import { cases } from "#server/database/tables/cases.ts";
import { dossiers, type DossierRow } from "#server/database/tables/dossiers.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announceCase } from "#server/events/announce.ts";
import { PartFailed } from "#server/files/dossier/run-program.ts";
import { ChildCrashed } from "#server/jobs/child.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { buildDossier } from "./build-dossier.ts";
import { createProgress } from "./build-progress.ts";
import { recordBuilt, recordDossier } from "./dossiers.events.ts";
import { lookIntoCase } from "./inspect-papers.ts";
import { DossierProblem } from "./read-papers.ts";

const TRIES = 3;
const BUILDING_SECONDS = 2400;

export const inspectJob = defineJob<{ caseId: number }>(
  "dossiers.inspect",
  { onePerKey: true, expireInSeconds: 900, retryLimit: 2 },
  async ({ caseId }) => {
    if (!(await lookIntoCase(caseId))) return;
    await inTransaction(async (tx) => {
      const [caseFile] = await tx.select().from(cases).where(eq(cases.id, caseId));
      if (caseFile) await announceCase(tx, caseFile, ["dossiers"]);
    });
  },
);

export const buildJob = defineJob<{ id: number }>(
  "dossiers.build",
  { expireInSeconds: BUILDING_SECONDS, retryLimit: 2 },
  ({ id }) => carryOut(id),
);

/** What a portal was at when it was killed is begun anew; the queue itself would wait until that run has expired. */
defineJob("dossiers.goOn", { atStart: true, expireInSeconds: BUILDING_SECONDS }, async () => {
  const begun = await runtime.database
    .select({ id: dossiers.id })
    .from(dossiers)
    .where(eq(dossiers.state, "running"))
    .orderBy(asc(dossiers.id));
  for (const { id } of begun) await carryOut(id);
});

/** Those that this portal is at. */
const building = new Map<number, AbortController>();

/** Sooner than the progress would notice. */
export function stopBuilding(id: number): void {
  building.get(id)?.abort();
}

async function carryOut(id: number): Promise<void> {
  if (building.has(id)) return;
  const stopped = new AbortController();
  building.set(id, stopped);
  try {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const row = await begin(id);
      if (!row) return;
      const trouble = await attemptOnce(row, stopped);
      if (trouble === null || stopped.signal.aborted) return;
      if (!(trouble instanceof ChildCrashed) || attempt === TRIES) return await fail(row, trouble);
      const reason = trouble.message;
      runtime.log.warn({ dossier: id, attempt, reason }, "a dossier is begun anew");
    }
  } finally {
    building.delete(id);
  }
}

/** From the start, however far an earlier try has come. */
async function begin(id: number): Promise<DossierRow | undefined> {
  const [row] = await runtime.database
    .update(dossiers)
    .set({ state: "running", step: "Checking", donePages: 0 })
    .where(and(eq(dossiers.id, id), inArray(dossiers.state, ["queued", "running"])))
    .returning();
  return row;
}

/** What went wrong; null when nothing has. */
async function attemptOnce(row: DossierRow, stopped: AbortController): Promise<unknown> {
  const progress = createProgress(row, stopped);
  try {
    const { clock } = runtime;
    const { signal } = stopped;
    await buildDossier(row, { progress, signal, clock, tell: recordBuilt });
    return null;
  } catch (error) {
    // Nothing is wrong with the dossier: the queue tries again.
    if (isDatabaseUnavailable(error)) throw error;
    return error;
  } finally {
    progress.end();
  }
}

async function fail(row: DossierRow, trouble: unknown): Promise<void> {
  if (!(trouble instanceof DossierProblem))
    runtime.log.error({ err: trouble, dossier: row.id }, "a dossier could not be built");
  await inTransaction(async (tx) => {
    const [failed] = await tx
      .update(dossiers)
      .set({ state: "failed", step: null, problem: sentenceOf(trouble) })
      .where(and(eq(dossiers.id, row.id), eq(dossiers.state, "running")))
      .returning();
    const [caseFile] = await tx.select().from(cases).where(eq(cases.id, row.caseId));
    if (failed && caseFile)
      await recordDossier(tx, system, { name: "dossier.failed", caseFile, row: failed });
  });
}

function sentenceOf(trouble: unknown): string {
  if (trouble instanceof DossierProblem) return trouble.message;
  if (trouble instanceof PartFailed && trouble.paper !== null)
    return `Paper ${trouble.paper} could not be drawn.`;
  if (trouble instanceof ChildCrashed) return "Building took too much memory or time.";
  if (trouble instanceof AppError && trouble.code === "storage.full")
    return dossierMessages.noSpace;
  return "The dossier could not be built.";
}
