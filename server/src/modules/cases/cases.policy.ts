/** Which cases an actor sees, and what he may do with one. */
import { and, eq, exists, type Placeholder, sql, type SQL } from "drizzle-orm";
import type { CasePermissions } from "contract/cases";
import { type Actor, hasFullAccess, userIdOf } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import type { NamedCase } from "#server/events/definitions.ts";

/** Admins see all cases, everybody else the assigned ones (C:11); undefined means no restriction. */
export function visibleCases(actor: Actor): SQL | undefined {
  if (hasFullAccess(actor)) return undefined;
  return actor.kind === "user" ? isAssignedTo(actor.id) : sql`false`;
}

/** The same of a case that was read with the people assigned to it. */
export function seesCase(actor: Actor, assigned: readonly number[]): boolean {
  return hasFullAccess(actor) || (actor.kind === "user" && assigned.includes(actor.id));
}

/** Nobody is assigned as null, which is what an actor who is no person is called here. */
function isAssignedTo(userId: number | Placeholder): SQL {
  return exists(
    runtime.database
      .select({ one: sql`1` })
      .from(caseAssignments)
      .where(and(eq(caseAssignments.caseId, cases.id), eq(caseAssignments.userId, userId))),
  );
}

/**
 * For statements that nearly every call runs: prepared once for whoever sees all cases, and once for whoever sees his
 * own and is named (`nameOf`) when it is carried out.
 */
export function preparedForActor<Statement>(
  build: (executor: Executor, scope: SQL | undefined) => Statement,
): (executor: Executor, actor: Actor) => Statement {
  const ofAll = prepared((executor) => build(executor, undefined));
  const ofAssigned = prepared((executor) =>
    build(executor, isAssignedTo(sql.placeholder("actorId"))),
  );
  return (executor, actor) => (hasFullAccess(actor) ? ofAll : ofAssigned)(executor);
}

export function nameOf(actor: Actor): { actorId: number | null } {
  return { actorId: userIdOf(actor) };
}

const seenCase = preparedForActor((executor, scope) =>
  executor
    .select({ id: cases.id, caseId: cases.caseId })
    .from(cases)
    .where(and(eq(cases.id, sql.placeholder("caseId")), scope))
    .prepare(UNNAMED),
);

/** Undefined for a case that this actor does not see, or no longer. */
export async function findSeenCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<NamedCase | undefined> {
  const [row] = await seenCase(executor, actor).execute({ caseId, ...nameOf(actor) });
  return row;
}

/** Throws 404 for a case that this actor does not see, or no longer. */
export async function assertSeesCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<void> {
  if (!(await findSeenCase(executor, actor, caseId))) throw notFound("case");
}

/** Everything that moves a case forward is the bureau's; 'manages cases' of agents is a label (C:156, D-046). */
export function casePermissions(actor: Actor): CasePermissions {
  const isBureau = hasFullAccess(actor);
  return {
    update: isBureau,
    remove: isBureau,
    assign: isBureau,
    changeStatus: isBureau,
    removeDocuments: isBureau,
    removeAgreements: isBureau,
    readActivity: isBureau,
  };
}
