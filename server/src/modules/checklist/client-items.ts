/** What clients are chased for: papers that they have still to send. One that is about to end is not chased (W-CHS). */
import type { ChecklistItem } from "contract/checklist";
import type { ItemState } from "contract/checklist-parts";
import type { DerivedChecklist } from "./checklist-of.ts";

const chased: readonly ItemState[] = ["missing", "changes_requested", "expired"];

/** In the order of the checklist. */
export function clientItems({ items }: Pick<DerivedChecklist, "items">): ChecklistItem[] {
  return items.filter(
    ({ counted, providedBy, state }) =>
      counted && providedBy === "client" && chased.includes(state),
  );
}
