import { type ReactNode, useRef, useState } from "react";
import type { Checklist } from "contract/checklist";
import type { ItemState } from "contract/checklist-parts";
import { isNeededFromClient, isOpen } from "#web/features/checklist/checklist-sections.ts";
import { type ChecklistCase, useSetSubmission } from "#web/features/checklist/checklist.queries.ts";
import { latestDay } from "#web/features/checklist/latest-day.ts";
import { PartsBar } from "#web/features/checklist/parts-bar.tsx";
import { formatPlainDate } from "#web/format/time.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { cardLook } from "#web/ui/card.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { Field } from "#web/ui/field.tsx";
import { ReadinessRing } from "#web/ui/readiness-ring.tsx";
import { Figure } from "./checklist-section.tsx";

const EARLIEST_DAY = "2000-01-01";

type SummaryCardProps = {
  readonly checklist: Checklist;
  readonly caseFile: ChecklistCase;
  readonly state: ItemState | null;
  readonly onState: (state: ItemState | null) => void;
  /** At its end on phones. */
  readonly children: ReactNode;
};

/** How much is there, what of it is in which state, and the day it is for. */
export function SummaryCard(props: SummaryCardProps) {
  const { checklist, caseFile, state, onState, children } = props;
  const { readiness, items, submissionOn, can } = checklist;
  const { done, total, percent } = readiness;
  return (
    <section
      aria-label={texts.title}
      className={`${cardLook} mb-5 grid gap-x-6 gap-y-4 px-6 py-5 max-md:p-4 md:grid-cols-[auto_minmax(0,1fr)] xl:grid-cols-[auto_minmax(0,1fr)_auto]`}
    >
      <div className="flex items-center gap-4">
        <span className="relative grid size-16 place-items-center">
          <ReadinessRing done={done} total={total} size={64} stroke={6} className="absolute" />
          {percent === null ? null : (
            <span className="text-md font-semibold">
              {percent}
              <span className="text-2xs text-muted">%</span>
            </span>
          )}
        </span>
        <p className="min-w-0 flex-1 md:hidden">
          <OpenFigure checklist={checklist} />
        </p>
        <span className="md:hidden">{children}</span>
      </div>
      <div className="min-w-0 max-md:hidden">
        <p className="mb-2 flex flex-wrap items-baseline gap-x-2.5">
          <OpenFigure checklist={checklist} />
        </p>
        <PartsBar items={items} isStaff={can.decide} chosen={state} onChoose={onState} />
      </div>
      {can.decide ? (
        <div className="border-line max-xl:col-span-full xl:border-s xl:ps-6">
          <SubmissionField key={submissionOn} caseFile={caseFile} day={submissionOn} />
        </div>
      ) : null}
      {can.decide || submissionOn === null ? null : (
        <p className="text-sm max-xl:col-span-full xl:max-w-48 xl:self-center">
          {texts.planned(formatPlainDate(submissionOn))}
        </p>
      )}
    </section>
  );
}

function OpenFigure({ checklist: { items, readiness, can } }: { readonly checklist: Checklist }) {
  const { done, total } = readiness;
  const open = items.filter(
    ({ counted, state }) => counted && isOpen(state) && state !== "expiring",
  ).length;
  const needed = items.filter(isNeededFromClient).length;
  const sentence = can.decide ? texts.stillOpen(open) : texts.needFromYou(needed);
  const calm = can.decide ? texts.everythingHere : texts.nothingFromYou;
  return (
    <>
      <span className="text-xl max-md:block max-md:text-lg">
        <Figure done={done} total={total} />
      </span>
      <span className="text-sm text-muted">
        {(can.decide ? open : needed) === 0 ? calm : sentence}
      </span>
    </>
  );
}

type SubmissionFieldProps = { readonly caseFile: ChecklistCase; readonly day: string | null };

/** Saved when a day is chosen, or when whoever types one leaves the field. */
function SubmissionField({ caseFile, day }: SubmissionFieldProps) {
  const [typed, setTyped] = useState(day ?? "");
  const field = useRef<HTMLInputElement>(null);
  const save = useSetSubmission(caseFile);
  const keep = (wanted: string) => {
    const isUnfinished = field.current?.validity.badInput === true;
    if (wanted === (day ?? "") || isUnfinished) return;
    if (wanted !== "" && (wanted < EARLIEST_DAY || wanted > latestDay())) return;
    save.mutate(wanted === "" ? null : wanted, { onError: () => setTyped(day ?? "") });
  };
  return (
    <Field label={texts.handingIn} className="w-59 max-xl:w-full md:max-xl:max-w-72">
      <DateInput
        ref={field}
        value={typed}
        min={EARLIEST_DAY}
        max={latestDay()}
        onValueChange={(next) => {
          setTyped(next);
          // Chosen from the calendar, not typed: nothing more is to come.
          if (document.activeElement !== field.current) keep(next);
        }}
        onBlur={() => keep(typed)}
        onKeyDown={(event) => {
          if (event.key === "Enter") keep(typed);
        }}
      />
    </Field>
  );
}
