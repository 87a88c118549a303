import type { ItemState } from "contract/checklist-parts";
import { HueBadge } from "#web/ui/badge.tsx";
import { RingGlyph } from "#web/ui/ring-glyph.tsx";
import { itemLooks, stateWord } from "./item-look.ts";

export function ItemGlyph({ state, size }: { readonly state: ItemState; readonly size?: number }) {
  return <RingGlyph {...itemLooks[state]} size={size} />;
}

type ItemBadgeProps = { readonly state: ItemState; readonly isStaff: boolean };

export function ItemBadge({ state, isStaff }: ItemBadgeProps) {
  const { hue, chroma } = itemLooks[state];
  return (
    <HueBadge hue={hue} chroma={chroma} mark={<ItemGlyph state={state} size={14} />}>
      {stateWord(state, isStaff)}
    </HueBadge>
  );
}
