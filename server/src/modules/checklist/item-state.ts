import type { ItemDocument } from "contract/checklist";
/** The state of an item: what staff decided, what is there, what is asked. The first that holds. */
import type { ItemReason, ItemState } from "contract/checklist-parts";
import type { AskedItem } from "./asked-items.ts";
import { isBefore, type PipelineStatus } from "./checklist-input.ts";

export type StateOfItem = { state: ItemState; reason: ItemReason | null };

export function stateOf(
  item: AskedItem,
  documents: readonly ItemDocument[],
  stage: PipelineStatus,
): StateOfItem {
  const { need, rule, decision } = item;
  const verdict = decision?.verdict ?? null;
  const isConditional = need.kind === "conditional";
  if (verdict === "not_required") return notRequired("decided");
  if (isConditional && verdict === "does_not_apply") return notRequired("condition");
  const byDocuments = stateByDocuments(documents, item.min);
  if (byDocuments) return { state: byDocuments, reason: null };
  if (item.isCovered) return notRequired("covered");
  const hasDueDate = Boolean(decision?.dueOn);
  if (need.kind === "optional" && !hasDueDate) return notRequired("optional");
  if (rule && isBefore(stage, rule.dueFrom) && !hasDueDate)
    return { state: "not_yet_due", reason: null };
  if (need.kind === "unknown") return { state: "undecided", reason: need.waitsFor };
  if (isConditional && verdict !== "applies") return { state: "undecided", reason: "condition" };
  return { state: "missing", reason: null };
}

/** Null: what is there says nothing. */
function stateByDocuments(documents: readonly ItemDocument[], min: number): ItemState | null {
  const has = { waiting: 0, accepted: 0, changes_requested: 0, expiring: 0, expired: 0 };
  for (const { state } of documents) has[state] += 1;
  const good = has.accepted + has.expiring;
  if (has.changes_requested > 0) return "changes_requested";
  if (has.accepted >= min) return "accepted";
  if (good >= min) return "expiring";
  if (has.waiting > 0 && good + has.waiting >= min) return "waiting";
  return has.expired > 0 ? "expired" : null;
}

function notRequired(reason: ItemReason): StateOfItem {
  return { state: "not_required", reason };
}
