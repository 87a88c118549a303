import { SearchX } from "lucide-react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { CaseCards } from "./case-cards.tsx";
import type { CaseListProps } from "./case-list-props.ts";
import { CaseTable } from "./case-table.tsx";
import { useIsWide } from "./use-is-wide.ts";

/** Cards, or a table where the window is wide enough for one. */
export function CaseList(props: CaseListProps) {
  const isWide = useIsWide();
  const { list } = props;
  const isFiltered = Object.keys(list.shown.choice.filters).length > 0;
  if (list.shown.counts.found === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={isFiltered ? messages.cases.filters.noMatches : messages.cases.noMatches}
        action={
          <Button
            variant="secondary"
            onClick={() => {
              list.setSearch("");
              if (isFiltered) list.filters.clear();
            }}
          >
            {messages.ui.clear}
          </Button>
        }
      />
    );
  }
  return list.hasControls && isWide && list.view === "table" ? (
    <CaseTable {...props} />
  ) : (
    <CaseCards {...props} />
  );
}
