/** What in a case waits for staff, as chips (look-work.md 2). Pure. */
import type { CaseRow } from "contract/case-lists";
import { messages } from "#web/messages/messages.ts";
import type { RingShape } from "#web/ui/ring-glyph.tsx";
import type { Tint } from "#web/ui/tint.ts";

type Kind = "waitingFiles" | "unsortedFiles" | "undecided" | "expired" | "overdue";
type Look = Tint & { readonly shape: RingShape };
type Chip = Look & { readonly kind: Kind; readonly text: string };

const texts = messages.cases.attention;
const looks: Record<Kind, Look> = {
  waitingFiles: { hue: 235, shape: { share: 0.5 } },
  unsortedFiles: { hue: 240, chroma: 0.25, shape: "dashed" },
  undecided: { hue: 300, shape: "dashed" },
  expired: { hue: 25, shape: "cross" },
  overdue: { hue: 82, shape: { share: 0.75 } },
};
const kinds = Object.keys(looks) as Kind[];

/** Empty for those who are not told. */
export function attentionOf(readiness: CaseRow["readiness"]): Chip[] {
  return kinds.flatMap((kind) => {
    const count = readiness?.[kind] ?? 0;
    return count > 0 ? [{ kind, text: texts.chips[kind](count), ...looks[kind] }] : [];
  });
}
