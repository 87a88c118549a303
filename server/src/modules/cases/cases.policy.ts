/** Which cases an actor sees, and what he may do with one. */
import { and, eq, exists, sql, type SQL } from "drizzle-orm";
import type { CasePermissions } from "contract/cases";
import { type Actor, hasFullAccess } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";

/** Admins see all cases, everybody else the assigned ones (C:11); undefined means no restriction. */
export function visibleCases(actor: Actor): SQL | undefined {
  if (hasFullAccess(actor)) return undefined;
  if (actor.kind !== "user") return sql`false`;
  return exists(
    runtime.database
      .select({ one: sql`1` })
      .from(caseAssignments)
      .where(and(eq(caseAssignments.caseId, cases.id), eq(caseAssignments.userId, actor.id))),
  );
}

/** Throws 404 for a case that this actor does not see, or no longer. */
export async function assertSeesCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<void> {
  const [row] = await executor
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.id, caseId), visibleCases(actor)));
  if (!row) throw notFound("case");
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
