import { useState } from "react";
import type { CaseStatus } from "contract/case-status";
import { addDays } from "contract/days";
import { daysOfUnit, type HomeRange } from "contract/homes";
import { statusTint } from "#web/features/cases/case-look.ts";
import { bureauDay, formatPlainDate } from "#web/format/time.ts";
import { homeMessages as texts } from "#web/messages/homes.ts";
import { classes } from "#web/ui/classes.ts";
import { tintStyle } from "#web/ui/tint.ts";

const DAY_MS = 86_400_000;
/** Labels nearer to each other than this share of the track would touch. */
const LABEL_SHARE = 0.2;
const WIDTH = 100;

type RangeTrackProps = { readonly range: HomeRange; readonly status: CaseStatus };

/** The range as a line from the beginning of the step; the sentences beside it say the same. */
export function RangeTrack({ range, status }: RangeTrackProps) {
  const [today] = useState(() => bureauDay(new Date()));
  const start = addDays(range.from, -Math.round(range.low * daysOfUnit[range.unit]));
  const whole = daysBetween(start, range.to) || 1;
  const shareOf = (day: string) => Math.min(1, Math.max(0, daysBetween(start, day) / whole));
  const [now, from] = [shareOf(today), shareOf(range.from)];
  return (
    <div aria-hidden style={tintStyle(statusTint(status))} className="tinted mt-4">
      <div className="relative h-5">
        <svg
          viewBox={`0 0 ${WIDTH} 12`}
          preserveAspectRatio="none"
          className="absolute inset-x-0 top-1 h-3 w-full rounded-full bg-ink/10"
        >
          <defs>
            <pattern id="home-range" width="1.4" height="12" patternUnits="userSpaceOnUse">
              <rect width="1.4" height="12" fill="var(--tint-bg)" />
              <rect width="0.7" height="12" fill="var(--tint-line)" />
            </pattern>
          </defs>
          {range.place === "after" ? null : (
            <rect x={from * WIDTH} width={(1 - from) * WIDTH} height="12" fill="url(#home-range)" />
          )}
          <rect width={now * WIDTH} height="12" fill="var(--tint-dot)" />
          <rect x={from * WIDTH} width="0.5" height="12" fill="var(--surface)" />
        </svg>
        <span
          style={{ insetInlineStart: `calc(${now} * (100% - 1.25rem))`, borderWidth: 5 }}
          className="absolute top-0 size-5 rounded-full border border-tint-dot bg-surface"
        />
      </div>
      <p className="relative mt-1.5 h-4 text-2xs text-muted tabular">
        {labelsOf(range, { start, now, from }).map(({ text, share, isToday }) => (
          <span
            key={text}
            style={{ insetInlineStart: `${share * WIDTH}%`, translate: `${-share * WIDTH}% 0` }}
            className={classes("absolute whitespace-nowrap", isToday && "font-semibold text-ink")}
          >
            {text}
          </span>
        ))}
      </p>
    </div>
  );
}

type Label = { readonly text: string; readonly share: number; readonly isToday?: boolean };

/** Today always stands; where there is no room the others go, first that in the middle. */
function labelsOf(
  { from, to }: HomeRange,
  at: { readonly start: string; readonly now: number; readonly from: number },
): Label[] {
  const wanted: Label[] = [
    { text: texts.today, share: at.now, isToday: true },
    { text: shortDay(to), share: 1 },
    { text: shortDay(at.start), share: 0 },
    { text: shortDay(from), share: at.from },
  ];
  return wanted.reduce<Label[]>(
    (kept, label) =>
      kept.some(({ share }) => Math.abs(share - label.share) < LABEL_SHARE)
        ? kept
        : [...kept, label],
    [],
  );
}

function shortDay(day: string): string {
  return formatPlainDate(day).replace(/ \d{4}$/, "");
}

function daysBetween(one: string, other: string): number {
  return (Date.parse(other) - Date.parse(one)) / DAY_MS;
}
