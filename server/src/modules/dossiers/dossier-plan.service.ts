/** What would go into a dossier of a case as it is now. */
import { type DossierPlan } from "contract/dossier-plans";
import type { DossierKind } from "contract/dossier-recipes";
import { type Actor, hasFullAccess } from "#server/core/actor.ts";
import { assertStaff } from "#server/core/full-access.ts";
import type { Executor } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { readCase } from "#server/modules/checklist/checklist.service.ts";
import { inspectJob } from "./dossiers.jobs.ts";
import { assertMayBuild } from "./dossiers.policy.ts";
import { type CaseDocumentRow, documentsToPlan, peopleToPlan } from "./papers.queries.ts";
import { planOf } from "./plan-of.ts";

type Wanted = { caseId: number; kind: DossierKind; chosen: readonly number[] };
export type ReadPlan = { plan: DossierPlan; documents: CaseDocumentRow[] };

export async function plan(actor: Actor, wanted: Wanted): Promise<DossierPlan> {
  assertStaff(actor);
  assertMayBuild(actor, wanted.kind);
  const { plan: found } = await readTogether((executor) => readPlan(executor, actor, wanted));
  const { caseId } = wanted;
  if (found.checking)
    await inTransaction((tx) => inspectJob.enqueue(tx, { caseId }, { key: String(caseId) }));
  return found;
}

/** Throws 404 for a case that this actor does not see. */
export async function readPlan(
  executor: Executor,
  actor: Actor,
  { caseId, kind, chosen }: Wanted,
): Promise<ReadPlan> {
  const [reading, documents, applicants] = await Promise.all([
    readCase(executor, actor, caseId),
    documentsToPlan(executor, caseId),
    peopleToPlan(executor, caseId),
  ]);
  const { items } = checklistOf(reading);
  const found = planOf({
    kind,
    program: reading.caseFile.citizenshipProgram,
    items,
    applicants,
    documents,
    isAdmin: hasFullAccess(actor),
    chosen,
  });
  return { plan: found, documents };
}
