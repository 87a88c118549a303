import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { Applicant } from "contract/applicants";
import type { Checklist } from "contract/checklist";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { cardLook } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ReadinessRing } from "#web/ui/readiness-ring.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { listedPeople } from "./checklist-sections.ts";
import { useChecklist } from "./checklist.queries.ts";
import { ItemGlyph } from "./item-badge.tsx";
import { stateWord } from "./item-look.ts";

type ChecklistCardProps = {
  readonly caseCode: string;
  readonly applicants: readonly Applicant[];
  /** Where what comes next stands elsewhere already. */
  readonly isFigureAlone?: boolean;
};

/** How far a case is and what comes next; the whole card leads to the checklist (checklist.md 4.1). */
export function ChecklistCard({ caseCode, applicants, isFigureAlone = false }: ChecklistCardProps) {
  const { data: checklist, isError } = useChecklist(caseCode);
  // The case itself is there: what could not be read is told by the checklist.
  if (isError && checklist === undefined) return null;
  if (checklist === undefined)
    return <Skeleton className="mb-4 h-18 w-full rounded-lg max-md:h-17" />;
  return (
    <Link
      to="/case/$caseId/checklist"
      params={{ caseId: caseCode }}
      className={classes(
        cardLook,
        "mb-4 flex min-h-18 items-center gap-x-5 px-5 py-3 transition-colors hover:border-line-strong max-md:flex-wrap max-md:px-4 max-md:pb-0",
      )}
    >
      <span className="flex shrink-0 items-center gap-3.5 max-md:pb-3">
        <ReadinessRing
          done={checklist.readiness.done}
          total={checklist.readiness.total}
          size={44}
          stroke={5}
        />
        <Figure checklist={checklist} />
      </span>
      {isFigureAlone ? null : <NextThings checklist={checklist} applicants={applicants} />}
      <Icon
        of={ArrowRight}
        size={18}
        className={classes(
          "ms-auto shrink-0 text-muted rtl:rotate-180",
          !isFigureAlone && "max-md:hidden",
        )}
      />
    </Link>
  );
}

function Figure({ checklist: { readiness } }: { readonly checklist: Checklist }) {
  const { total, done, percent } = readiness;
  if (total === 0) return <span className="text-base font-medium">{texts.noApplicants}</span>;
  return (
    <span>
      <span className="block text-base font-semibold tabular">
        {texts.card.heading(done, total)}
      </span>
      {percent === null ? null : (
        <span className="block text-xs text-muted tabular">{texts.percent(percent)}</span>
      )}
    </span>
  );
}

type NextThingsProps = {
  readonly checklist: Checklist;
  readonly applicants: readonly Applicant[];
};

function NextThings({ checklist, applicants }: NextThingsProps) {
  const { items, next, readiness, can } = checklist;
  if (readiness.total === 0) return null;
  const people = listedPeople(applicants);
  const things = next.flatMap((key) => items.find((item) => item.key === key) ?? []);
  if (things.length === 0) {
    return (
      <span className="border-line text-sm text-muted max-md:basis-full max-md:border-t max-md:py-3 md:border-s md:ps-5">
        {can.decide ? texts.everythingHere : texts.nothingFromYou}
      </span>
    );
  }
  return (
    // One that has no room stands on a second line, which is not seen.
    <span className="flex min-w-0 flex-1 max-md:basis-full max-md:flex-col md:h-10 md:flex-wrap md:gap-6 overflow-clip md:border-s md:border-line md:ps-5">
      {things.map(({ key, label, state, applicantId }) => {
        const person = people.find(({ id }) => id === applicantId)?.name ?? texts.wholeCase;
        return (
          <span
            key={key}
            className="flex min-w-0 flex-col justify-center max-md:min-h-11 max-md:border-t max-md:border-line max-md:py-2 md:max-w-60"
          >
            <span className="truncate text-sm font-medium" title={label} dir="auto">
              {label}
            </span>
            <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
              <ItemGlyph state={state} size={14} />
              <span className="truncate" title={person}>
                <bdi>{person}</bdi> · {stateWord(state, can.decide)}
              </span>
            </span>
          </span>
        );
      })}
    </span>
  );
}
