/** Which pages a list still needs, and from where each is read. */
import type { PageStart } from "./list-source.ts";
import type { Grouped, ListCounts, ListState } from "./list-state.ts";
import { missingWindow, type PlaceRange } from "./loaded-rows.ts";

export const PAGE_SIZE = 50;

/** By the cursor of the page before, or counted from the head of the group that the place lies in. */
export function startOf(
  place: number,
  state: ListState<Grouped, ListCounts> | null,
  cursors: ReadonlyMap<number, string>,
): PageStart {
  const cursor = cursors.get(place);
  if (cursor !== undefined) return { after: cursor };
  const group = state?.groups.findLast(({ start }) => start <= place);
  if (group === undefined || state?.counts.groups.length === 0)
    return { from: undefined, skip: place };
  return { from: group.key, skip: place - group.start };
}

/** What is in sight and has not been read, and as many rows more below it. */
export function missingIn(
  { rows, counts }: ListState<Grouped, ListCounts>,
  inSight: readonly PlaceRange[],
  ahead: number,
): PlaceRange[] {
  const options = { total: counts.found, ahead, size: PAGE_SIZE };
  return inSight.flatMap((places) => missingWindow(rows, places, options) ?? []);
}
