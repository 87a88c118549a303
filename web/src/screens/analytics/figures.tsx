import type { TransitionStatistic } from "contract/analytics";
import { caseStatusTexts } from "contract/case-status";
import { formatCount } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { cardLook } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";

const texts = messages.analytics;

type FiguresProps = {
  readonly total: number;
  readonly unique: number;
  /** Unknown while there is not enough history. */
  readonly fastest: TransitionStatistic | undefined;
  readonly slowest: TransitionStatistic | undefined;
};

/** What the whole history says, in one line. */
export function Figures({ total, unique, fastest, slowest }: FiguresProps) {
  return (
    <div className={classes(cardLook, "@container mb-4 overflow-hidden")}>
      <div className="-ms-px -mt-px grid grid-cols-2 @min-[46rem]:grid-flow-col @min-[46rem]:auto-cols-fr @min-[46rem]:grid-cols-none">
        <Figure label={texts.total} hint={texts.totalHint} value={formatCount(total)} />
        <Figure label={texts.unique} hint={texts.uniqueHint} value={formatCount(unique)} />
        {fastest ? <Way label={texts.tabs.fastest} of={fastest} /> : null}
        {slowest ? <Way label={texts.tabs.slowest} of={slowest} /> : null}
      </div>
    </div>
  );
}

function Way({ label, of }: { readonly label: string; readonly of: TransitionStatistic }) {
  const from = caseStatusTexts[of.fromStatus].short;
  const to = caseStatusTexts[of.toStatus].short;
  return <Figure label={label} hint={texts.way(from, to)} value={of.formattedDuration} />;
}

type FigureProps = { readonly label: string; readonly hint: string; readonly value: string };

function Figure({ label, hint, value }: FigureProps) {
  return (
    <div className="min-w-0 border-s border-t border-line px-5 py-3.5 max-md:px-4">
      <p className="text-sm text-muted">{label}</p>
      <p className="text-xl font-semibold">{value}</p>
      <p className="text-xs text-muted">{hint}</p>
    </div>
  );
}
