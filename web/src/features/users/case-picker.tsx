import { X } from "lucide-react";
import { useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { cutText } from "#web/ui/cut-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ScrollArea } from "#web/ui/scroll-area.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { finder } from "#web/ui/search-text.ts";

const texts = messages.users.inviteDialog;
const CHIP_LENGTH = 20;
const SHOWN_MATCHES = 50;

export type PickableCase = {
  readonly id: number;
  readonly caseId: string;
  readonly title: string;
  readonly nationality: string | null;
};

type CasePickerProps = {
  readonly cases: readonly PickableCase[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: number[]) => void;
};

/** Finds cases by title, id or nationality; those chosen stand as chips cut at twenty characters (I:96). */
export function CasePicker({ cases, chosen, onChange }: CasePickerProps) {
  const [search, setSearch] = useState("");
  const matches = findCases(cases, search).filter(({ id }) => !chosen.includes(id));
  // In the order in which they were chosen: a new chip stands at the end.
  const chips = chosen.flatMap((id) => cases.filter((caseFile) => caseFile.id === id));
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
      <SearchInput label={texts.searchCases} value={search} onValueChange={setSearch} />
      <ScrollArea label={texts.cases} className="max-h-44 rounded-lg border border-line">
        {matches.length === 0 ? (
          <p role="status" className="px-3 py-4 text-center text-sm text-muted">
            {texts.noCases}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {matches.slice(0, SHOWN_MATCHES).map(({ id, title, caseId, nationality }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onChange([...chosen, id])}
                  className="relative flex w-full items-baseline gap-2 px-3 py-2 text-start text-sm hover:bg-ink/4"
                >
                  <span className="sr-only">{texts.add}</span>
                  <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
                    {title}
                  </span>
                  <span className="shrink-0 text-xs text-muted tabular">
                    {[caseId, nationality].filter(Boolean).join(" · ")}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ScrollArea>
    </div>
  );
}

export function findCases(cases: readonly PickableCase[], search: string): PickableCase[] {
  const finds = finder(search);
  return cases.filter(({ title, caseId, nationality }) => finds(title, caseId, nationality));
}
