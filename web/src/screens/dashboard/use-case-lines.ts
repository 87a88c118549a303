import { useEffect, useMemo } from "react";
import { linesOf, placesOf } from "#web/lists/list-lines.ts";
import { useVirtualRows, type VirtualRowsOptions } from "#web/ui/use-virtual-rows.ts";
import type { CaseListProps } from "./case-list-props.ts";

type LineOptions = Pick<CaseListProps, "list" | "jump"> &
  Pick<VirtualRowsOptions, "gap" | "overscan"> & {
    readonly columns: number;
    readonly heights: { readonly head: number; readonly rows: number; readonly groups: number };
  };

/**
 * The lines of the list near the window. What they show is read as soon as somebody looks there, and a group that was
 * asked for is scrolled to once the list is grouped that way.
 */
export function useCaseLines<Container extends HTMLElement = HTMLDivElement>({
  list: { shown, look, isPending },
  jump: { closed, target, arrived },
  columns,
  heights,
  ...options
}: LineOptions) {
  const hasHeads = shown.choice.groupBy !== "none";
  const lines = useMemo(
    () => linesOf(shown.groups, { closed, columns, hasHeads }),
    [shown.groups, closed, columns, hasHeads],
  );
  const virtual = useVirtualRows<Container>({
    ...options,
    count: lines.count,
    keyOf: (index) => lines.at(index)?.key ?? index,
    estimateHeight: (index) => heights[lines.at(index)?.kind ?? "rows"],
  });
  const { rows, scrollToRow } = virtual;

  const places = placesOf(
    rows.map(({ index }) => lines.at(index)),
    closed,
  );
  useEffect(() => {
    if (places !== null) look([places]);
    // oxlint-disable-next-line react/exhaustive-deps -- the same places are the same
  }, [look, places?.start, places?.end, shown.key]);

  useEffect(() => {
    if (target === null || isPending) return;
    const index = lines.indexOfGroup(target);
    if (index !== -1) scrollToRow(index);
    arrived();
  }, [target, isPending, lines, scrollToRow, arrived]);
  return { ...virtual, lines, hasHeads };
}
