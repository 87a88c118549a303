import type { ListedImport } from "contract/imports";
import { importMessages as texts } from "#web/messages/imports.ts";
import { HueBadge } from "#web/ui/badge.tsx";

const quiet = { hue: 230, chroma: 0.01 };
const atWork = { hue: 230, chroma: 0.08 };
const waits = { hue: 75, chroma: 0.09 };
const hues: Record<ListedImport["state"], { hue: number; chroma: number }> = {
  reading: atWork,
  unreadable: { hue: 25, chroma: 0.12 },
  mapping: waits,
  checking: atWork,
  checked: waits,
  running: atWork,
  paused: waits,
  finished: { hue: 155, chroma: 0.09 },
  undoing: atWork,
  undone: quiet,
};

export function ImportStateBadge({
  row,
}: {
  readonly row: Pick<ListedImport, "state" | "waiting">;
}) {
  return (
    <HueBadge {...hues[row.state]}>
      {row.waiting ? texts.run.waiting : texts.states[row.state]}
    </HueBadge>
  );
}
