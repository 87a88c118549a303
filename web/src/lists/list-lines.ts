/**
 * The lines of a grouped list, known from the counts of its groups alone: the head of a group, as many rows as stand
 * side by side, or small groups that share a line. A list of a hundred thousand rows has its full height before one of
 * them has been read (W-LST-020).
 */
import type { PlaceRange } from "./loaded-rows.ts";

export type Group = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
};

/** A group with the place of its first row in the whole list. */
export type PlacedGroup<G extends Group = Group> = G & { readonly start: number };

export type ListLine<G extends Group = Group> =
  | { readonly kind: "head"; readonly key: string; readonly group: PlacedGroup<G> }
  | { readonly kind: "groups"; readonly key: string; readonly groups: readonly PlacedGroup<G>[] }
  | { readonly kind: "rows"; readonly key: string; readonly places: PlaceRange };

export type ListLines<G extends Group = Group> = {
  readonly count: number;
  readonly at: (index: number) => ListLine<G> | undefined;
  /** Where a group begins; -1 for one that is not in the list. */
  readonly indexOfGroup: (key: string) => number;
};

type LineOptions = {
  readonly closed: ReadonlySet<string>;
  readonly columns: number;
  readonly hasHeads: boolean;
  /** No two groups share a line. */
  readonly areApart?: true | undefined;
};

/** Several lines of one kind, so that rows need no object each before they are drawn. */
type Run<G extends Group> = {
  readonly first: number;
  readonly length: number;
  readonly at: (offset: number) => ListLine<G>;
  readonly keys: readonly string[];
};

export function placeGroups<G extends Group>(groups: readonly G[]): PlacedGroup<G>[] {
  let start = 0;
  return groups.map((group) => {
    const placed = { ...group, start };
    start += group.count;
    return placed;
  });
}

/** A group takes as many columns as it has rows; one that fills no line shares it with the next, under heads of their own. */
export function linesOf<G extends Group>(
  groups: readonly PlacedGroup<G>[],
  { closed, columns, hasHeads, areApart }: LineOptions,
): ListLines<G> {
  const runs: Run<G>[] = [];
  let count = 0;
  let room = 0;
  let shared: PlacedGroup<G>[] = [];
  const add = (length: number, at: Run<G>["at"], keys: readonly string[] = []) => {
    if (length === 0) return;
    runs.push({ first: count, length, at, keys });
    count += length;
  };
  const addShared = () => {
    const together = shared;
    const [first] = together;
    shared = [];
    if (first === undefined) return;
    const line = { kind: "groups", key: `groups ${first.key}`, groups: together } as const;
    add(
      1,
      () => line,
      together.map(({ key }) => key),
    );
  };
  for (const group of groups) {
    if (hasHeads && !areApart && group.count < columns) {
      if (group.count > room) addShared();
      if (shared.length === 0) room = columns;
      shared.push(group);
      room -= group.count;
      continue;
    }
    addShared();
    room = 0;
    if (hasHeads) {
      const head = { kind: "head", key: `head ${group.key}`, group } as const;
      add(1, () => head, [group.key]);
    }
    if (!hasHeads || !closed.has(group.key))
      add(Math.ceil(group.count / columns), (offset) => rowLine(group, offset, columns));
  }
  addShared();
  return {
    count,
    at: (index) => {
      const run = runs.findLast(({ first }) => first <= index);
      return run !== undefined && index < run.first + run.length
        ? run.at(index - run.first)
        : undefined;
    },
    indexOfGroup: (key) => runs.find(({ keys }) => keys.includes(key))?.first ?? -1,
  };
}

function rowLine(
  { key, start, count }: PlacedGroup,
  offset: number,
  columns: number,
): ListLine<never> {
  const first = start + offset * columns;
  return {
    kind: "rows",
    key: `rows ${key} ${offset}`,
    places: { start: first, end: Math.min(first + columns, start + count) },
  };
}

/** From the first to the last place that some lines show; null where they show none, as heads of closed groups. */
export function placesOf(
  lines: readonly (ListLine | undefined)[],
  closed: ReadonlySet<string>,
): PlaceRange | null {
  const ranges = lines.flatMap((line) => {
    if (line === undefined || line.kind === "head") return [];
    if (line.kind === "rows") return [line.places];
    return line.groups
      .filter(({ key }) => !closed.has(key))
      .map(({ start, count }) => ({ start, end: start + count }));
  });
  if (ranges.length === 0) return null;
  return {
    start: Math.min(...ranges.map(({ start }) => start)),
    end: Math.max(...ranges.map(({ end }) => end)),
  };
}
