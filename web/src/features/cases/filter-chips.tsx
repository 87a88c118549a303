import { X } from "lucide-react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { chipNames, filterText, type useCaseFilters } from "./case-filters.ts";
import { useAdviserName } from "./use-adviser-name.ts";

const texts = messages.cases.filters;

type FilterChipsProps = Pick<ReturnType<typeof useCaseFilters>, "filters" | "change" | "clear">;

/** The filters that are set, each with a cross; nothing while there are none. */
export function FilterChips({ filters, change, clear }: FilterChipsProps) {
  const adviser = useAdviserName(filters.adviser);
  const set = chipNames.filter((name) => filters[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <ul aria-label={texts.button} className="mb-3 flex flex-wrap items-center gap-1.5">
      {set.map((name) => {
        const text =
          name === "adviser" ? texts.adviserIs(adviser ?? "…") : filterText(name, filters);
        return (
          <li key={name} className="max-w-full">
            <button
              type="button"
              onClick={() => change({ [name]: undefined })}
              className="relative reach inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-accent/40 bg-accent-soft ps-3 pe-2 text-sm text-accent"
            >
              <span className="sr-only">{texts.remove(text)}</span>
              <span aria-hidden className="truncate">
                {text}
              </span>
              <Icon of={X} size={14} />
            </button>
          </li>
        );
      })}
      <li>
        <Button variant="ghost" size="sm" onClick={clear}>
          {texts.clearAll}
        </Button>
      </li>
    </ul>
  );
}
