/** For every change of something inside a case: the case is locked, seen once more, and marked as moved. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Actor } from "#server/core/actor.ts";
import { notFound, signedOut } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { visibleCases } from "./cases.policy.ts";

/** One change of a case at a time; 404 when the actor has lost sight of it since the request began (reliability 19). */
export async function lockCase(tx: Transaction, actor: Actor, caseId: number): Promise<CaseRow> {
  const [row] = await tx.select().from(cases).where(eq(cases.id, caseId)).for("no key update");
  if (!row) throw notFound("case");
  await assertStillSeen(tx, actor, caseId);
  return row;
}

/** For what is written about a case without changing it: nothing waits, but case and actor stay until it is written. */
export async function holdCase(tx: Transaction, actor: Actor, caseId: number): Promise<CaseRow> {
  const [row] = await tx.select().from(cases).where(eq(cases.id, caseId)).for("key share");
  if (!row) throw notFound("case");
  await assertStillSeen(tx, actor, caseId);
  return row;
}

/** Moves 'Last Updated' (D-057); the revision counts only changes of the case's own fields. */
export async function touchCase(tx: Transaction, caseId: number): Promise<void> {
  await tx
    .update(cases)
    .set({ updatedAt: sql`now()` })
    .where(eq(cases.id, caseId));
}

/**
 * A statement of its own, after the lock: one that has waited for a lock judges other tables as they were when it began,
 * and would still find the assignment that was taken away meanwhile.
 */
async function assertStillSeen(tx: Transaction, actor: Actor, caseId: number): Promise<void> {
  const [seen] = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.id, caseId), visibleCases(actor)));
  if (!seen) throw notFound("case");
  if (actor.kind !== "user") return;
  // What he writes names him: he must not be deleted before it is written.
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, actor.id), isNull(users.disabledAt)))
    .for("key share");
  if (!user) throw signedOut();
}
