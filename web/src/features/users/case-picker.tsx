import { X } from "lucide-react";
import { useRef, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import type { ChoiceSearch } from "#web/ui/choice-search.ts";
import { cutText } from "#web/ui/cut-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ScrollArea } from "#web/ui/scroll-area.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { useVirtualList } from "#web/ui/use-virtual-list.ts";

const texts = messages.users.inviteDialog;
const CHIP_LENGTH = 20;
const ROW_HEIGHT = 37;

export type PickableCase = {
  readonly id: number;
  readonly caseId: string;
  readonly title: string;
  readonly nationality: string | null;
};

type CasePickerProps = {
  readonly cases: ChoiceSearch<PickableCase>;
  readonly chosen: readonly number[];
  readonly onChange: (chosen: number[]) => void;
};

/** Finds cases by title, id or nationality; those chosen stand as chips cut at twenty characters (I:96). */
export function CasePicker({ cases, chosen, onChange }: CasePickerProps) {
  // Another search no longer finds them: what has been picked is kept for its chip.
  const [picked, setPicked] = useState<readonly PickableCase[]>([]);
  const matches = cases.found.filter(({ id }) => !chosen.includes(id));
  // In the order in which they were chosen: a new chip stands at the end.
  const chips = chosen.flatMap((id) => picked.find((caseFile) => caseFile.id === id) ?? []);
  return (
    <div className="flex flex-col gap-2">
      {chosen.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {chips.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                title={title}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
                className="relative inline-flex h-7 items-center gap-1.5 rounded-full border border-accent bg-accent-soft ps-3 pe-2 text-sm"
              >
                <span aria-hidden>{cutText(title, CHIP_LENGTH)}</span>
                <span className="sr-only">{texts.removeCase(title)}</span>
                <Icon of={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <SearchInput label={texts.searchCases} value={cases.needle} onValueChange={cases.setNeedle} />
      <MatchList
        matches={matches}
        cases={cases}
        onChoose={(match) => {
          setPicked([...picked.filter(({ id }) => id !== match.id), match]);
          onChange([...chosen, match.id]);
        }}
      />
    </div>
  );
}

type MatchListProps = {
  readonly matches: readonly PickableCase[];
  readonly cases: ChoiceSearch<PickableCase>;
  readonly onChoose: (match: PickableCase) => void;
};

function MatchList({ matches, cases, onChoose }: MatchListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, height, measureRow } = useVirtualList({
    scroller,
    count: matches.length,
    rowHeight: ROW_HEIGHT,
    keyOf: (index) => matches[index]?.id ?? index,
    onEnd: cases.showMore,
  });
  return (
    <ScrollArea
      label={texts.cases}
      viewportRef={scroller}
      className="max-h-44 rounded-lg border border-line"
    >
      {matches.length === 0 ? (
        <p role="status" className="px-3 py-4 text-center text-sm text-muted">
          {cases.isError
            ? messages.ui.failedToLoad
            : cases.isPending
              ? messages.ui.loading
              : texts.noCases}
        </p>
      ) : (
        <ul className="relative" style={{ height }}>
          {rows.map(({ index, start }) => {
            const match = matches[index];
            if (match === undefined) return null;
            const { id, title, caseId, nationality } = match;
            return (
              <li
                key={id}
                ref={measureRow}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={matches.length}
                className="absolute inset-x-0 border-line not-first:border-t"
                style={{ top: start }}
              >
                <button
                  type="button"
                  onClick={() => onChoose(match)}
                  className="relative flex w-full items-baseline gap-x-2 px-3 py-2 text-start text-sm hover:bg-ink/4 max-md:flex-col max-md:items-start"
                >
                  <span className="sr-only">{texts.add}</span>
                  <span className="max-w-full min-w-0 flex-1 truncate font-medium" dir="auto">
                    {title}
                  </span>
                  <span className="shrink-0 text-xs text-muted tabular">
                    {[caseId, nationality].filter(Boolean).join(" · ")}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </ScrollArea>
  );
}
