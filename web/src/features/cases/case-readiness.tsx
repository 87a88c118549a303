import type { CaseRow } from "contract/case-lists";
import { checklistMessages } from "#web/messages/checklist.ts";
import { messages } from "#web/messages/messages.ts";
import { classes } from "#web/ui/classes.ts";
import { ReadinessRing } from "#web/ui/readiness-ring.tsx";
import { RingGlyph } from "#web/ui/ring-glyph.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import { attentionOf } from "./attention.ts";

/** Amber is the warmest that a date becomes. */
const OVERDUE = { hue: 75 };

type CaseReadinessProps = { readonly caseFile: Pick<CaseRow, "title" | "readiness"> };

/** How much of what is asked for is there; for staff what in it waits for them, for a client what is needed of him. */
export function CaseReadiness({
  caseFile,
  chipsShown = 3,
}: {
  readonly caseFile: CaseReadinessProps["caseFile"] & Pick<CaseRow, "needs">;
  /** How many chips have room; the others are a number. */
  readonly chipsShown?: number;
}) {
  const chips = attentionOf(caseFile.readiness);
  return (
    <span className="flex h-5 min-w-0 items-center gap-2.5">
      <ReadinessFigure caseFile={caseFile} />
      <NeededFromClient needs={caseFile.needs} />
      <span className="flex h-5 min-w-0 flex-wrap items-center gap-1 overflow-clip">
        {chips.slice(0, chipsShown).map(({ kind, text, hue, chroma, shape }) => (
          <span
            key={kind}
            style={tintStyle({ hue, chroma })}
            className="tinted inline-flex h-5 shrink-0 items-center gap-1 rounded-full bg-tint px-1.5 text-2xs font-medium whitespace-nowrap text-tint-ink"
          >
            <RingGlyph hue={hue} chroma={chroma} shape={shape} size={12} />
            {text}
          </span>
        ))}
        {chips.length > chipsShown ? (
          <span className="text-2xs text-muted">{messages.ui.more(chips.length - chipsShown)}</span>
        ) : null}
      </span>
    </span>
  );
}

function NeededFromClient({ needs }: Pick<CaseRow, "needs">) {
  if (needs === null || needs.open === 0) return null;
  const isOverdue = needs.overdue > 0;
  return (
    <span
      style={tintStyle(OVERDUE)}
      className={classes(
        "tinted text-xs font-medium whitespace-nowrap",
        isOverdue ? "text-tint-ink" : "text-ink",
      )}
    >
      {checklistMessages.neededFromYou(needs.open)}
    </span>
  );
}

/** The ring and '41 of 45'; a dash while nothing is asked for, or known. */
export function ReadinessFigure({ caseFile: { title, readiness } }: CaseReadinessProps) {
  if (readiness === null || readiness.total === 0)
    return <span className="text-xs text-muted">–</span>;
  const { done, total } = readiness;
  const chips = attentionOf(readiness);
  return (
    <span
      className="inline-flex shrink-0 items-center gap-2"
      title={chips.length === 0 ? undefined : chips.map(({ text }) => text).join(", ")}
    >
      <ReadinessRing
        done={done}
        total={total}
        size={18}
        stroke={3}
        label={checklistMessages.ringName(title, readiness)}
      />
      <span aria-hidden className="text-xs whitespace-nowrap tabular">
        <span className="font-semibold">{done}</span>
        <span className="text-muted"> of {total}</span>
      </span>
    </span>
  );
}
