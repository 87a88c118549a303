/** Which cases of the list are selected. Held apart from the list, so that a box that is ticked draws itself alone. */
import { useSyncExternalStore } from "react";
import type { CaseList } from "#web/features/cases/case-list-source.ts";

type State = {
  readonly ids: ReadonlySet<number>;
  /** What was ticked last: Shift selects from here. */
  readonly anchor: number | null;
};

const NOTHING: State = { ids: new Set(), anchor: null };

let state = NOTHING;
let list: CaseList | null = null;
const listeners = new Set<() => void>();

function put(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

export const caseSelection = {
  /** The list that Shift and Ctrl+A speak of. */
  follow: (shown: CaseList | null) => {
    list = shown;
  },
  ids: () => state.ids,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  clear: () => {
    if (state.ids.size > 0) put(NOTHING);
  },
  select: (ids: readonly number[]) => put({ ...state, ids: new Set(ids) }),
  selectLoaded: () => put({ ...state, ids: new Set([...state.ids, ...loadedIds()]) }),
  /** With Shift: everything loaded from the one ticked before to this one. */
  toggle: (id: number, isRange: boolean) => {
    const ids = new Set(state.ids);
    const range = isRange ? rangeTo(id) : [];
    if (range.length > 0) for (const each of range) ids.add(each);
    else if (!ids.delete(id)) ids.add(id);
    put({ ids, anchor: id });
  },
};

function rangeTo(id: number): number[] {
  const from = state.anchor === null ? null : (list?.rows.placeOf(state.anchor) ?? null);
  const to = list?.rows.placeOf(id) ?? null;
  if (from === null || to === null) return [];
  return loadedIds(Math.min(from, to), Math.max(from, to) + 1);
}

function loadedIds(start = 0, end = list?.counts.found ?? 0): number[] {
  return Array.from({ length: end - start }, (_, index) => list?.rows.at(start + index)?.id).filter(
    (id) => id !== undefined,
  );
}

export function useSelectedIds(): ReadonlySet<number> {
  return useSyncExternalStore(caseSelection.subscribe, caseSelection.ids);
}

export function useIsSelected(id: number): boolean {
  return useSyncExternalStore(caseSelection.subscribe, () => state.ids.has(id));
}

export function useHasSelection(): boolean {
  return useSyncExternalStore(caseSelection.subscribe, () => state.ids.size > 0);
}
