/** The same done to many cases: asked for, looked at, taken back. */
import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { type Bulk, BULK_AT_ONCE, BULK_UNDO_MINUTES, type BulkInput } from "contract/bulk-actions";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, notFoundWith, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { type BulkActionRow, bulkActions } from "#server/database/tables/bulk-actions.ts";
import { bulkRows } from "#server/database/tables/bulk-rows.ts";
import { cases } from "#server/database/tables/cases.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { wouldRefuse } from "#server/modules/reminders/remind-many.service.ts";
import { assertHasBulkActions, assertMayStart, ownBulkActions } from "./bulk-actions.policy.ts";
import { bulkJob, carryOut } from "./bulk-actions.run.ts";

const MINUTE_MS = 60_000;

type NewAction = Omit<typeof bulkActions.$inferInsert, "actorId" | "tokenId">;

export async function start(
  actor: SignedInActor,
  { ids, dryRun = false, ...input }: BulkInput,
): Promise<Bulk> {
  assertMayStart(actor, input.action);
  if (input.action === "remind") {
    if (dryRun) return answerWouldBe(actor, ids);
    return begin(actor, { action: input.action, input }, ids);
  }
  if (input.action === "status" && input.status === undefined)
    throw badField("status", "Status is required");
  if (input.action !== "status" && input.userIds === undefined)
    throw badField("userIds", "Choose at least one person");
  return begin(actor, { action: input.action, input }, ids);
}

/** Nothing is sent or stored. */
async function answerWouldBe(actor: SignedInActor, ids: readonly number[]): Promise<Bulk> {
  const refusals = await wouldRefuse(actor, ids);
  const seen = await runtime.database
    .select({ id: cases.id, caseId: cases.caseId })
    .from(cases)
    .where(and(inArray(cases.id, [...ids]), visibleCases(actor)));
  const codes = new Map(seen.map(({ id, caseId }) => [id, caseId]));
  const results = ids.map((id) => {
    const message = refusals.get(id);
    if (message === undefined)
      return { id, caseId: null, outcome: "missing" as const, message: null };
    const outcome = message === null ? ("done" as const) : ("refused" as const);
    return { id, caseId: codes.get(id) ?? null, outcome, message };
  });
  const count = ids.length;
  return {
    id: 0,
    action: "remind",
    state: "done",
    total: count,
    done: count,
    results,
    undoUntil: null,
  };
}

export async function get(actor: SignedInActor, id: number): Promise<Bulk> {
  assertHasBulkActions(actor);
  return answerOf(actor, await find(actor, id));
}

/** An action of its own, with the ordinary lines and webhooks, and without a way back. */
export async function undo(actor: SignedInActor, id: number): Promise<Bulk> {
  assertHasBulkActions(actor);
  const action = await find(actor, id);
  const isUndone = await runtime.database.$count(bulkActions, eq(bulkActions.undoes, id));
  if (!hasWayBack(action) || isUndone > 0) throw missing();
  if (action.state !== "done") throw wrongState("This is still running");
  if (runtime.clock.now().getTime() > undoEnd(action))
    throw wrongState("It is too late to undo this");
  const done = await runtime.database
    .select({ caseId: bulkRows.caseId })
    .from(bulkRows)
    .where(and(eq(bulkRows.actionId, id), eq(bulkRows.outcome, "done")));
  const ids = done.map(({ caseId }) => caseId);
  return begin(actor, { action: "undo", input: action.input, undoes: id }, ids);
}

/** Few are done before the answer, more by a job; it takes over as well what a portal that was killed has left. */
async function begin(
  actor: SignedInActor,
  action: NewAction,
  ids: readonly number[],
): Promise<Bulk> {
  const isSmall = ids.length <= BULK_AT_ONCE;
  const row = await inTransaction(async (tx) => {
    const stored = await store(
      tx,
      { ...action, actorId: actor.id, tokenId: actor.token?.id ?? null },
      ids,
    );
    const later = new Date(runtime.clock.now().getTime() + MINUTE_MS).toISOString();
    await bulkJob.enqueue(tx, { id: stored.id }, isSmall ? { startAfter: later } : {});
    return stored;
  });
  if (isSmall) await carryOut(row.id);
  return answerOf(actor, await find(actor, row.id));
}

async function store(
  tx: Transaction,
  action: typeof bulkActions.$inferInsert,
  ids: readonly number[],
): Promise<BulkActionRow> {
  const [row] = await tx.insert(bulkActions).values(action).returning();
  if (!row) throw new Error("The inserted action was not returned");
  if (ids.length > 0)
    await tx.insert(bulkRows).values(ids.map((caseId) => ({ actionId: row.id, caseId })));
  return row;
}

async function find(actor: SignedInActor, id: number): Promise<BulkActionRow> {
  const [row] = await runtime.database
    .select()
    .from(bulkActions)
    .where(and(eq(bulkActions.id, id), ownBulkActions(actor)));
  if (!row) throw missing();
  return row;
}

async function answerOf(actor: SignedInActor, action: BulkActionRow): Promise<Bulk> {
  const { id, state } = action;
  const [counted] = await runtime.database
    .select({ total: count(), done: count(bulkRows.outcome) })
    .from(bulkRows)
    .where(eq(bulkRows.actionId, id));
  const results = await runtime.database
    .select({
      id: bulkRows.caseId,
      caseId: cases.caseId,
      outcome: sql<Bulk["results"][number]["outcome"]>`${bulkRows.outcome}`,
      message: bulkRows.message,
    })
    .from(bulkRows)
    .leftJoin(cases, and(eq(cases.id, bulkRows.caseId), visibleCases(actor)))
    .where(and(eq(bulkRows.actionId, id), sql`${bulkRows.outcome} is not null`))
    .orderBy(asc(bulkRows.caseId));
  const isUndoable = hasWayBack(action) && results.some(({ outcome }) => outcome === "done");
  return {
    id,
    action: action.action,
    state,
    total: counted?.total ?? 0,
    done: counted?.done ?? 0,
    results,
    undoUntil: isUndoable ? new Date(undoEnd(action)).toISOString() : null,
  };
}

/** What was sent stays sent. */
function hasWayBack({ action }: Pick<BulkActionRow, "action">): boolean {
  return action !== "undo" && action !== "remind";
}

function undoEnd({ createdAt }: BulkActionRow): number {
  return Date.parse(createdAt) + BULK_UNDO_MINUTES * MINUTE_MS;
}

function missing() {
  return notFoundWith("Action not found");
}
