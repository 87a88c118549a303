import { ArrowRight } from "lucide-react";
import type { TransitionStatistic } from "contract/analytics";
import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import { statusTint } from "#web/features/cases/case-look.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { messages } from "#web/messages/messages.ts";
import { Icon } from "#web/ui/icon.tsx";
import { tintStyle } from "#web/ui/tint.ts";

const texts = messages.analytics;

type TransitionRowsProps = {
  readonly rows: readonly TransitionStatistic[];
  readonly ranked: boolean;
};

/** From one status to the next: how often, and how long it took on average; the bar compares with the longest shown, in the colour of the status that was left. */
export function TransitionRows({ rows, ranked }: TransitionRowsProps) {
  const longest = Math.max(...rows.map((row) => row.avgHours), Number.MIN_VALUE);
  return (
    <ol className="@container divide-y divide-line">
      {rows.map((row, index) => (
        <li
          key={`${row.fromStatus} ${row.toStatus}`}
          className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_5.5rem_6rem_5rem] items-center gap-4 px-5 py-3.5 text-sm @max-[40rem]:grid-cols-3 @max-[40rem]:gap-y-2"
        >
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @max-[40rem]:col-span-full">
            {ranked ? (
              <span className="w-7 text-muted tabular">{texts.rank(index + 1)}</span>
            ) : null}
            <StatusName status={row.fromStatus} />
            <Icon of={ArrowRight} size={14} className="text-muted rtl:rotate-180" />
            <span className="sr-only">{texts.to}</span>
            <StatusName status={row.toStatus} strong />
          </span>
          <span
            aria-hidden
            className="h-2 overflow-hidden rounded-full bg-ink/6 @max-[40rem]:col-span-full"
          >
            <span
              className="tinted block h-full rounded-full bg-tint-dot"
              style={{
                ...tintStyle(statusTint(row.fromStatus)),
                width: `${Math.max(1, (row.avgHours / longest) * 100)}%`,
              }}
            />
          </span>
          <span className="text-end font-medium tabular @max-[40rem]:text-start">
            {averageText(row)}
          </span>
          <span className="text-end text-muted tabular">{row.formattedDuration}</span>
          <span className="text-end text-muted tabular">{texts.moves(row.totalTransitions)}</span>
        </li>
      ))}
    </ol>
  );
}

function StatusName({
  status,
  strong = false,
}: {
  readonly status: CaseStatus;
  readonly strong?: boolean;
}) {
  const { label, short } = caseStatusTexts[status];
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${strong ? "font-medium" : ""}`}
      title={label}
    >
      <StatusGlyph status={status} />
      {short}
    </span>
  );
}

/** Days from one day on, else hours, with one decimal (I:87). */
function averageText(row: TransitionStatistic): string {
  return row.avgDays >= 1 ? texts.days(row.avgDays) : texts.hours(row.avgHours);
}
