import type { Checklist } from "contract/checklist";
import type { ItemState } from "contract/checklist-parts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { classes } from "#web/ui/classes.ts";
import { tintStyle } from "#web/ui/tint.ts";
import { ItemGlyph } from "./item-badge.tsx";
import { itemLooks, stateWord } from "./item-look.ts";

/** From what is done to what nobody has begun. */
const order = [
  "accepted",
  "expiring",
  "waiting",
  "changes_requested",
  "expired",
  "missing",
  "undecided",
] as const satisfies readonly ItemState[];

type PartsBarProps = {
  readonly items: Checklist["items"];
  readonly isStaff: boolean;
  readonly chosen: ItemState | null;
  readonly onChoose: (state: ItemState | null) => void;
};

/** How many of the counted items are in which state; each entry of the legend shows these alone. */
export function PartsBar({ items, isStaff, chosen, onChoose }: PartsBarProps) {
  const counted = items.filter((item) => item.counted);
  const parts = order
    .map((state) => ({ state, count: counted.filter((item) => item.state === state).length }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <div aria-hidden className="flex h-2 gap-0.5 print:hidden">
        {parts.map(({ state, count }) => (
          <span
            key={state}
            style={{ ...tintStyle(itemLooks[state]), flexGrow: count }}
            className={classes(
              "tinted min-w-4 basis-0 rounded-xs transition-all duration-180",
              state === "missing" ? "border border-dashed border-tint-dot" : "bg-tint-dot",
            )}
          />
        ))}
      </div>
      <ul className="mt-1.5 -ms-1.5 flex flex-wrap gap-x-2 gap-y-0.5">
        {parts.map(({ state, count }) => (
          <li key={state}>
            <button
              type="button"
              aria-pressed={chosen === state}
              title={texts.onlyState(stateWord(state, isStaff))}
              onClick={() => onChoose(chosen === state ? null : state)}
              className="prints relative inline-flex h-7 reach items-center gap-1.5 rounded-sm px-1.5 text-xs hover:bg-ink/6 aria-pressed:bg-ink/6"
            >
              <ItemGlyph state={state} size={14} />
              <span className="text-muted">{stateWord(state, isStaff)}</span>
              <span className="font-semibold tabular">{count}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
