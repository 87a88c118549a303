import { useEffect, useMemo } from "react";
import { useVirtualRows, type VirtualRowsOptions } from "#web/ui/use-virtual-rows.ts";
import { linesOf, placesOf } from "./list-lines.ts";
import type { Grouped, ListCounts, ListState } from "./list-state.ts";
import type { PlaceRange } from "./loaded-rows.ts";

type LineOptions = Pick<VirtualRowsOptions, "gap" | "overscan"> & {
  readonly shown: ListState<Grouped, ListCounts>;
  readonly look: (places: readonly PlaceRange[]) => void;
  readonly closed: ReadonlySet<string>;
  readonly hasHeads: boolean;
  readonly areApart?: true;
  readonly columns: number;
  readonly heights: { readonly head: number; readonly rows: number; readonly groups: number };
};

/** The lines of a list near the window. What they show is read as soon as somebody looks there. */
export function useListLines<Container extends HTMLElement = HTMLDivElement>({
  shown,
  look,
  closed,
  hasHeads,
  areApart,
  columns,
  heights,
  ...options
}: LineOptions) {
  const lines = useMemo(
    () => linesOf(shown.groups, { closed, columns, hasHeads, areApart }),
    [shown.groups, closed, columns, hasHeads, areApart],
  );
  const virtual = useVirtualRows<Container>({
    ...options,
    count: lines.count,
    keyOf: (index) => lines.at(index)?.key ?? index,
    estimateHeight: (index) => heights[lines.at(index)?.kind ?? "rows"],
  });
  const places = placesOf(
    virtual.rows.map(({ index }) => lines.at(index)),
    closed,
  );
  useEffect(() => {
    if (places !== null) look([places]);
    // oxlint-disable-next-line react/exhaustive-deps -- the same places are the same
  }, [look, places?.start, places?.end, shown.key]);
  return { ...virtual, lines };
}
