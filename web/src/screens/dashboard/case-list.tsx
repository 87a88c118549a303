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
  const { q, filters } = list.shown.choice;
  const isFiltered = Object.keys(filters).length > 0;
  const needsNone = q === "" && isFiltered && Object.keys(filters).join() === "attention";
  if (list.shown.counts.found === 0) {
    const noMatches = isFiltered ? messages.cases.filters.noMatches : messages.cases.noMatches;
    return (
      <EmptyState
        icon={SearchX}
        title={needsNone ? messages.cases.attention.none : noMatches}
        action={
          <Button
            variant="secondary"
            onClick={() => {
              list.setSearch("");
              if (isFiltered) list.filters.clear();
              list.setAttention(false);
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
