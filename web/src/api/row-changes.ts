/** Which rows of which long lists have changed: the live stream says it, and whoever changes something here. */
import type { LiveRow } from "contract/session";

export type ListName = LiveRow["list"];

type Listener = {
  /** What somebody has changed, somewhere. */
  readonly hear: (notices: readonly LiveRow[]) => void;
  /** This person has changed something and looks for it at once. */
  readonly refresh: () => void;
};

const listeners = new Map<ListName, Set<Listener>>();

export function onRowChanges(list: ListName, listener: Listener): () => void {
  const ofList = listeners.get(list) ?? new Set();
  listeners.set(list, ofList.add(listener));
  return () => void ofList.delete(listener);
}

export function tellRowChanges(notices: readonly LiveRow[]): void {
  for (const [list, ofList] of listeners) {
    const own = notices.filter((notice) => notice.list === list);
    if (own.length > 0) for (const { hear } of ofList) hear(own);
  }
}

/** After an action of this person: its list is read anew without a wait. */
export function refreshList(list: ListName): void {
  for (const { refresh } of listeners.get(list) ?? []) refresh();
}

/** Nobody knows what has changed, as after an interruption of the stream. */
export function tellAllMayHaveChanged(): void {
  tellRowChanges([...listeners.keys()].map((list) => ({ list, kind: "many" })));
}
