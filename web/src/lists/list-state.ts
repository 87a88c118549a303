/** What is known of one list, and how a changed row finds its place in it. */
import { type Group, placeGroups, type PlacedGroup } from "./list-lines.ts";
import type { Compare, Identified, LoadedRows } from "./loaded-rows.ts";

export type Grouped = Identified & { readonly group: string | null };

export type ListCounts<G extends Group = Group> = {
  readonly found: number;
  /** In their order; none where the list has no groups. */
  readonly groups: readonly G[];
};

export type GroupOf<Counts extends ListCounts> = PlacedGroup<Counts["groups"][number]>;

export type ListState<Row extends Grouped, Counts extends ListCounts, Choice = unknown> = {
  readonly key: string;
  /** The search, order and groups that it was read by. */
  readonly choice: Choice;
  readonly counts: Counts;
  /** A list without groups is one group. */
  readonly groups: readonly GroupOf<Counts>[];
  readonly rows: LoadedRows<Row>;
};

export function listState<Row extends Grouped, Counts extends ListCounts, Choice>(
  state: Omit<ListState<Row, Counts, Choice>, "groups">,
): ListState<Row, Counts, Choice> {
  const { groups, found } = state.counts;
  const only = [{ key: "all", label: "", count: found }];
  return { ...state, groups: placeGroups(groups.length > 0 ? groups : only) };
}

/** What is still to be read after a change: nothing, the counts, or the rows in sight too. */
export type Unknown = "nothing" | "counts" | "rows";

export type Change<Row> = {
  readonly id: number;
  /** Null when it has gone. */
  readonly row: Row | null;
  readonly compare: Compare<Row>;
};

/** Puts a loaded row that has changed where it belongs, as far as its neighbours are known. */
export function withChange<Row extends Grouped, Counts extends ListCounts, Choice>(
  state: ListState<Row, Counts, Choice>,
  { id, row, compare }: Change<Row>,
): { readonly state: ListState<Row, Counts, Choice>; readonly unknown: Unknown } {
  const place = state.rows.placeOf(id);
  const before = place === null ? undefined : state.rows.at(place);
  if (before === undefined) return { state, unknown: "nothing" };
  if (row !== null && compare(row, before) === 0)
    return { state: { ...state, rows: state.rows.withRow(row) }, unknown: "nothing" };
  const others = state.rows.without(id);
  const counts = withMove<Counts>(state.counts, before, row);
  if (row === null)
    return { state: listState({ ...state, counts, rows: others }), unknown: "counts" };
  const isNewGroup = state.groups.every(({ key }) => key !== row.group);
  if (state.counts.groups.length > 0 && isNewGroup)
    return { state: listState({ ...state, counts, rows: others }), unknown: "rows" };
  const { place: target, isExact } = others.placeFor(row, compare, state.counts.found - 1);
  const rows = others.withRowAt(target, isExact ? row : null);
  return {
    state: listState({ ...state, counts, rows }),
    unknown: row.group === before.group ? "nothing" : "counts",
  };
}

/** One row fewer in the group that it was in, one more in the group that it is in now. */
function withMove<Counts extends ListCounts>(
  counts: Counts,
  before: Grouped,
  after: Grouped | null,
): Counts {
  const change = (key: string) =>
    (after !== null && key === after.group ? 1 : 0) - (key === before.group ? 1 : 0);
  return {
    ...counts,
    found: counts.found - (after === null ? 1 : 0),
    groups: counts.groups
      .map((group) => ({ ...group, count: group.count + change(group.key) }))
      .filter(({ count }) => count > 0),
  };
}
