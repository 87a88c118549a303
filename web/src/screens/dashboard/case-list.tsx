import { SearchX } from "lucide-react";
import { Suspense } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { CaseCards } from "./case-cards.tsx";
import type { CaseListProps } from "./case-list-props.ts";
import { useIsWide } from "./use-is-wide.ts";

export const CaseTable = fetched(async () => (await import("./case-table.tsx")).CaseTable);

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
    <Suspense fallback={<SkeletonRows count={10} />}>
      <CaseTable {...props} />
    </Suspense>
  ) : (
    <CaseCards {...props} />
  );
}
