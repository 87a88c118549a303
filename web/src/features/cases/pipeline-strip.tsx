import type { ReactNode } from "react";
import type { CaseCounts } from "contract/case-lists";
import { type CaseStatus, caseStatuses, caseStatusTexts } from "contract/case-status";
import { formatCount } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { cardLook } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { tintStyle } from "#web/ui/tint.ts";
import { statusTint } from "./case-look.ts";

type PipelineStripProps = {
  readonly counts: CaseCounts["byStatus"];
  readonly onJump: (status: CaseStatus) => void;
  /** At its end. */
  readonly children?: ReactNode;
};

/** Twelve counts: where the bureau's cases stand. A click jumps to the group. */
export function PipelineStrip({ counts, onJump, children }: PipelineStripProps) {
  const most = Math.max(1, ...Object.values(counts));
  return (
    <div className="@container mb-5 max-md:-mx-4 print:hidden">
      <nav
        aria-label={messages.cases.pipeline}
        className={classes(
          cardLook,
          "flex fade-at-more overflow-x-auto max-md:rounded-none max-md:border-x-0",
        )}
      >
        {caseStatuses.map((status) => (
          <PipelineCount
            key={status}
            status={status}
            count={counts[status]}
            share={counts[status] / most}
            onJump={onJump}
          />
        ))}
        {children}
      </nav>
    </div>
  );
}

type PipelineCountProps = {
  readonly status: CaseStatus;
  readonly count: number;
  readonly share: number;
  readonly onJump: (status: CaseStatus) => void;
};

function PipelineCount({ status, count, share, onJump }: PipelineCountProps) {
  const { label, short } = caseStatusTexts[status];
  return (
    <button
      type="button"
      disabled={count === 0}
      title={label}
      onClick={() => onJump(status)}
      style={tintStyle(statusTint(status))}
      className={classes(
        "tinted flex min-w-26 flex-1 flex-col items-start px-3 py-2.5 text-start outline-offset-[-2px] transition-colors @min-[68rem]:min-w-20 @min-[68rem]:px-2",
        "not-first:border-s not-first:border-line enabled:hover:bg-ink/4 disabled:cursor-default",
        status === "hold" && "border-s-line-strong!",
      )}
    >
      <span
        className={classes("text-lg leading-6 font-semibold tabular", count === 0 && "text-faint")}
      >
        {formatCount(count)}
      </span>
      <span className="max-w-full truncate text-xs text-muted">{short}</span>
      <span className="mt-2.5 h-1 w-full overflow-hidden rounded-full bg-ink/6">
        <span
          className="block h-full rounded-full bg-tint-dot"
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </button>
  );
}
