/** Carries a bulk action out, case by case. The outcome is written with the change: either both are there or neither. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { bulkActionsApi } from "contract/bulk-actions";
import { pathOf } from "contract/endpoint";
import { actorOf, type SignedInActor } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { isDatabaseUnavailable } from "#server/database/errors.ts";
import { type BulkActionRow, bulkActions } from "#server/database/tables/bulk-actions.ts";
import { type BulkRow, bulkRows } from "#server/database/tables/bulk-rows.ts";
import { tokens } from "#server/database/tables/tokens.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { changeCase } from "./bulk-changes.ts";

const TOLD_EVERY_MS = 1000;

export const bulkJob = defineJob<{ id: number }>("bulk.run", { expireInSeconds: 900 }, ({ id }) =>
  carryOut(id),
);

/** What a portal was at when it was killed; the queue itself would wait until that run has expired. */
export const goOnJob = defineJob("bulk.goOn", { atStart: true, expireInSeconds: 900 }, async () => {
  const begun = await runtime.database
    .select({ id: bulkActions.id })
    .from(bulkActions)
    .where(eq(bulkActions.state, "running"))
    .orderBy(asc(bulkActions.id));
  for (const { id } of begun) await carryOut(id);
});

/** Until every case has its outcome. Whoever comes after a portal that was killed goes on with the rest. */
export async function carryOut(id: number): Promise<void> {
  const [action] = await runtime.database
    .update(bulkActions)
    .set({ state: "running" })
    .where(and(eq(bulkActions.id, id), sql`${bulkActions.state} <> 'done'`))
    .returning();
  if (!action) return;
  const undone = await findUndone(action);
  let told = 0;
  const waiting = await runtime.database
    .select({ caseId: bulkRows.caseId })
    .from(bulkRows)
    .where(and(eq(bulkRows.actionId, id), isNull(bulkRows.outcome)))
    .orderBy(asc(bulkRows.caseId));
  for (const { caseId } of waiting) {
    await doOne(action, caseId, undone);
    const now = runtime.clock.now().getTime();
    if (now - told < TOLD_EVERY_MS) continue;
    told = now;
    await inTransaction((tx) => tell(tx, action));
  }
  await inTransaction(async (tx) => {
    await tx.update(bulkActions).set({ state: "done" }).where(eq(bulkActions.id, id));
    await tell(tx, action);
  });
}

async function doOne(action: BulkActionRow, caseId: number, undone: BulkActionRow | null) {
  try {
    await inTransaction(async (tx) => {
      if (!(await holdRow(tx, { actionId: action.id, caseId }))) return;
      const actor = await actorNow(tx, action);
      const before = undone && (await holdRow(tx, { actionId: undone.id, caseId, isDone: true }));
      const change = await changeCase(tx, actor, {
        action,
        caseId,
        undone: undone && before ? { action: undone, row: before } : null,
      });
      await setOutcome(tx, action.id, { caseId, ...change });
    });
  } catch (error) {
    // Nothing is wrong with the case: the job is tried again.
    if (isDatabaseUnavailable(error)) throw error;
    const isKnown = error instanceof AppError;
    if (!isKnown)
      runtime.log.error({ err: error, bulk: action.id, case: caseId }, "bulk row failed");
    await inTransaction((tx) =>
      setOutcome(tx, action.id, {
        caseId,
        outcome: isKnown ? (error.status === 404 ? "missing" : "refused") : "failed",
        message: isKnown && error.status !== 404 ? error.message : null,
      }),
    );
  }
}

/** Undefined when somebody else has done it, or is doing it. */
async function holdRow(
  tx: Transaction,
  { actionId, caseId, isDone = false }: { actionId: number; caseId: number; isDone?: boolean },
): Promise<BulkRow | undefined> {
  const [row] = await tx
    .select()
    .from(bulkRows)
    .where(
      and(
        eq(bulkRows.actionId, actionId),
        eq(bulkRows.caseId, caseId),
        isDone ? eq(bulkRows.outcome, "done") : isNull(bulkRows.outcome),
      ),
    )
    .for("update");
  return row;
}

async function setOutcome(
  tx: Transaction,
  actionId: number,
  { caseId, ...outcome }: Pick<BulkRow, "caseId" | "outcome"> & Partial<BulkRow>,
): Promise<void> {
  await tx
    .update(bulkRows)
    .set(outcome)
    .where(
      and(eq(bulkRows.actionId, actionId), eq(bulkRows.caseId, caseId), isNull(bulkRows.outcome)),
    );
}

async function findUndone({ undoes }: BulkActionRow): Promise<BulkActionRow | null> {
  if (undoes === null) return null;
  const [row] = await runtime.database.select().from(bulkActions).where(eq(bulkActions.id, undoes));
  return row ?? null;
}

/** With the rights he has now: they may have changed since he asked. */
async function actorNow(tx: Transaction, action: BulkActionRow): Promise<SignedInActor> {
  const { actorId: id, tokenId } = action;
  const [found] = await tx
    .select({ user: users, token: { id: tokens.id, name: tokens.name, scopes: tokens.scopes } })
    .from(users)
    .leftJoin(tokens, tokenId === null ? sql`false` : eq(tokens.id, tokenId))
    .where(eq(users.id, id));
  const user = found?.user;
  if (!user) throw new Error(`Nobody is user ${id} any more`);
  return { ...actorOf(user), ...(found.token ? { token: found.token } : {}) };
}

async function tell(tx: Transaction, { id, actorId }: BulkActionRow): Promise<void> {
  await announce(tx, {
    audience: { userId: actorId },
    keys: [pathOf(bulkActionsApi.get, { id })],
  });
}
