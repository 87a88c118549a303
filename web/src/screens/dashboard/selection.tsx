import { type ComponentType, Suspense, useState } from "react";
import type { CaseRow } from "contract/case-lists";
import type { CaseList } from "#web/features/cases/case-list-source.ts";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";

/** The box that selects a case. */
export type SelectBox = ComponentType<{
  readonly caseFile: Pick<CaseRow, "id" | "title">;
  /** At the corner of a card it comes with the pointer, the focus or a selection; in a table it always stands there. */
  readonly isCorner?: boolean;
}>;

const SelectionBar = fetched(async () => (await import("./selection-bar.tsx")).SelectionBar);

export type SelectionProps = {
  readonly list: CaseList;
  readonly onReady: (box: { readonly SelectBox: SelectBox }) => void;
};

/** What selects cases comes after the list, which does not wait for it. */
export function Selection(props: SelectionProps) {
  const [isWanted, setIsWanted] = useState(true);
  if (!isWanted) return null;
  return (
    <FetchBoundary onGiveUp={() => setIsWanted(false)}>
      <Suspense>
        <SelectionBar {...props} />
      </Suspense>
    </FetchBoundary>
  );
}
