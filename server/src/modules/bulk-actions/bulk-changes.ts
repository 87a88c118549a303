/** What a bulk action does to one case, by the services of the single calls, inside the transaction of its outcome. */
import type { BulkOutcome } from "contract/bulk-actions";
import type { SignedInActor } from "#server/core/actor.ts";
import { wrongState } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { BulkActionRow } from "#server/database/tables/bulk-actions.ts";
import type { BulkBefore, BulkRow } from "#server/database/tables/bulk-rows.ts";
import * as assignments from "#server/modules/cases/assignments.service.ts";
import * as cases from "#server/modules/cases/cases.service.ts";
import { remindAllIn } from "#server/modules/reminders/remind-many.service.ts";

type Change = { outcome: BulkOutcome; before: BulkBefore; revision: number | null };
export type Doing = {
  action: BulkActionRow;
  caseId: number;
  /** What the action did to this case that is undone. */
  undone: { action: BulkActionRow; row: BulkRow } | null;
};

export async function changeCase(
  tx: Transaction,
  actor: SignedInActor,
  { action, caseId, undone }: Doing,
): Promise<Change> {
  const because = { bulkId: action.id, ...(undone ? { undo: true } : {}) };
  if (undone) return takeBack(tx, actor, { caseId, undone, because });
  const { status, userIds = [] } = action.input;
  if (action.action === "status" && status !== undefined)
    return move(tx, actor, { caseId, status, because });
  if (action.action === "remind") {
    await remindAllIn(tx, actor, { caseId, note: action.input.note || null });
    return { outcome: "done", before: {}, revision: null };
  }
  const kind = action.action === "unassign" ? "unassign" : "assign";
  return reassign(tx, actor, { kind, caseId, people: userIds, because });
}

type Because = { because: Record<string, unknown> };
type Moving = Because & { caseId: number; status: NonNullable<BulkBefore["status"]> };

async function move(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, status, because }: Moving,
): Promise<Change> {
  const edit = { id: caseId, changes: { status }, basedOn: null, because };
  const { before, after } = await cases.updateIn(tx, actor, edit);
  return {
    outcome: before.status === status ? "unchanged" : "done",
    before: { status: before.status },
    revision: after.revision,
  };
}

type Reassigning = Because & {
  kind: "assign" | "unassign";
  caseId: number;
  people: readonly (number | string)[];
};

async function reassign(
  tx: Transaction,
  actor: SignedInActor,
  { kind, caseId, people, because }: Reassigning,
): Promise<Change> {
  const changed: (number | string)[] = [];
  for (const userId of people) {
    const assignment = { caseId, userId, because };
    const isChanged =
      kind === "assign"
        ? await assignments.assignIn(tx, actor, assignment)
        : await assignments.unassignIn(tx, actor, assignment);
    if (isChanged) changed.push(userId);
  }
  const outcome = changed.length > 0 ? "done" : "unchanged";
  return { outcome, before: { people: changed }, revision: null };
}

type TakingBack = Because & { caseId: number; undone: NonNullable<Doing["undone"]> };

/** Only what nobody has touched since goes back. */
async function takeBack(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, undone: { action, row }, because }: TakingBack,
): Promise<Change> {
  const { status, people = [] } = row.before ?? {};
  if (action.action === "status" && status !== undefined) {
    if ((await cases.revisionOf(tx, actor, caseId)) !== row.revision) throw changedSince();
    return move(tx, actor, { caseId, status, because });
  }
  const kind = action.action === "assign" ? "unassign" : "assign";
  const change = await reassign(tx, actor, { kind, caseId, people, because });
  if (change.before.people?.length !== people.length) throw changedSince();
  return change;
}

function changedSince() {
  return wrongState("Changed by somebody else since.");
}
