import { type DossierDifference } from "contract/dossier-plans";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { badRequest, notFound, notFoundWith } from "#server/core/errors.ts";
import { assertStaff } from "#server/core/full-access.ts";
import type { Executor } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { differenceOf } from "./difference-of.ts";
import { findOfCase, lastBuiltBefore, papersOf } from "./dossiers.queries.ts";

type Wanted = { subject: SubjectRecord; from: number | null };

/** Two dossiers of a case; without a word about it, the last one of the same kind before this one. */
export async function difference(
  actor: SignedInActor,
  { subject, from }: Wanted,
): Promise<DossierDifference> {
  assertStaff(actor);
  return readTogether((executor) => compare(executor, actor, { subject, from }));
}

async function compare(
  executor: Executor,
  actor: SignedInActor,
  { subject, from }: Wanted,
): Promise<DossierDifference> {
  const { caseId } = subject;
  const [later, named] = await Promise.all([
    findOfCase(executor, actor, subject),
    from === null ? undefined : findOfCase(executor, actor, { id: from, caseId }),
    assertSeesCase(executor, actor, caseId),
  ]);
  if (!later) throw notFound("dossier");
  const earlier = from === null ? await lastBuiltBefore(executor, actor, later) : named;
  if (!earlier && from !== null) throw badRequest("Only dossiers of one case can be compared");
  if (!earlier) throw notFoundWith("There is no earlier dossier of this kind");
  const [before, after] = await Promise.all([
    papersOf(executor, earlier.id),
    papersOf(executor, later.id),
  ]);
  return { from: earlier.id, to: later.id, entries: differenceOf(before, after) };
}
