/** For every change of something inside a case: the case is locked, seen once more, and marked as moved. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Actor, hasFullAccess } from "#server/core/actor.ts";
import { notFound, signedOut } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { writeAtEnd } from "#server/database/transaction.ts";
import { findSeenCase } from "./cases.policy.ts";

/** One change of a case at a time; 404 when the actor has lost sight of it since the request began (reliability 19). */
export function lockCase(tx: Transaction, actor: Actor, caseId: number): Promise<CaseRow> {
  return keepCase(tx, actor, { caseId, found: lockedCase(tx).execute({ caseId }) });
}

/** For what is written about a case without changing it: nothing waits, but case and actor stay until it is written. */
export function holdCase(tx: Transaction, actor: Actor, caseId: number): Promise<CaseRow> {
  return keepCase(tx, actor, { caseId, found: heldCase(tx).execute({ caseId }) });
}

/** Moves 'Last Updated' (D-057); the revision counts only changes of the case's own fields. */
export function touchCase(tx: Transaction, caseId: number): Promise<void> {
  return writeAtEnd(tx, moveCases, caseId);
}

function moveCases(executor: Executor, ids: readonly number[]) {
  return executor
    .update(cases)
    .set({ updatedAt: sql`now()` })
    .where(sql`${cases.id} = any(${sql.param([...ids])}::int[])`);
}

const caseForLock = (strength: "no key update" | "key share") =>
  prepared((tx) =>
    tx
      .select()
      .from(cases)
      .where(eq(cases.id, sql.placeholder("caseId")))
      .for(strength)
      .prepare(UNNAMED),
  );
const lockedCase = caseForLock("no key update");
const heldCase = caseForLock("key share");

/** What he writes names him: he must not be deleted before it is written. */
const heldUser = prepared((tx) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sql.placeholder("userId")), isNull(users.disabledAt)))
    .for("key share")
    .prepare(UNNAMED),
);

/**
 * Three statements, one after the other in one round trip: one that has waited for a lock judges other tables as they
 * were when it began, and would still find the assignment that was taken away meanwhile.
 */
async function keepCase(
  tx: Transaction,
  actor: Actor,
  locking: { caseId: number; found: Promise<CaseRow[]> },
): Promise<CaseRow> {
  const [[row], isSeen, isThere] = await Promise.all([
    locking.found,
    isStillSeen(tx, actor, locking.caseId),
    isStillThere(tx, actor),
  ]);
  if (!row || !isSeen) throw notFound("case");
  if (!isThere) throw signedOut();
  return row;
}

async function isStillSeen(tx: Transaction, actor: Actor, caseId: number): Promise<boolean> {
  return hasFullAccess(actor) || (await findSeenCase(tx, actor, caseId)) !== undefined;
}

async function isStillThere(tx: Transaction, actor: Actor): Promise<boolean> {
  if (actor.kind !== "user") return true;
  const held = await heldUser(tx).execute({ userId: actor.id });
  return held.length > 0;
}
