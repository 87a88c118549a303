/** How each state of an item looks and reads (look-work.md 2, checklist.md 4). */
import type { ItemState, ReviewState } from "contract/checklist-parts";
import { checklistMessages } from "#web/messages/checklist.ts";
import type { RingShape } from "#web/ui/ring-glyph.tsx";
import type { Tint } from "#web/ui/tint.ts";

type Look = Tint & { readonly shape: RingShape };

const GREY = { hue: 240, chroma: 0.25 };

export const itemLooks: Record<ItemState, Look> = {
  missing: { ...GREY, shape: "dashed" },
  waiting: { hue: 235, shape: { share: 0.5 } },
  changes_requested: { hue: 48, shape: "cross" },
  accepted: { hue: 155, shape: "check" },
  expiring: { hue: 82, shape: { share: 0.75 } },
  expired: { hue: 25, shape: "cross" },
  not_required: { ...GREY, shape: "pause" },
  undecided: { hue: 300, shape: "dashed" },
  not_yet_due: { ...GREY, shape: "pause" },
};

/** Staff are told what to do with it, everybody else what it means for them. */
export function stateWord(state: ItemState | ReviewState, isStaff: boolean): string {
  return isStaff ? checklistMessages.staffStates[state] : checklistMessages.clientStates[state];
}
