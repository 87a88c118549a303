import { useEffect, useSyncExternalStore } from "react";
import { type ListName, onRowChanges } from "#web/api/row-changes.ts";
import type { ListController } from "./list-controller.ts";
import type { ListSource } from "./list-source.ts";
import type { Grouped, ListCounts } from "./list-state.ts";

/** Shorter needles have no index to help them (finding-and-moving.md 2.6). */
const SHORT_NEEDLE = 3;

/** So long a search waits for the next key. */
export function typingPause(needle: string): number {
  if (needle === "") return 0;
  return needle.length < SHORT_NEEDLE ? 250 : 80;
}

type ListOptions<Row extends Grouped, Counts extends ListCounts, Choice> = {
  readonly name: ListName;
  readonly source: ListSource<Row, Counts, Choice>;
  readonly pauseMs?: number;
};

/** A long list in a screen: it follows the search and the order, and what others change while it is looked at. */
export function useList<Row extends Grouped, Counts extends ListCounts, Choice>(
  controller: ListController<Row, Counts, Choice>,
  { name, source, pauseMs = 0 }: ListOptions<Row, Counts, Choice>,
) {
  const snapshot = useSyncExternalStore(controller.subscribe, controller.snapshot);
  // What happened while another screen was open went unheard.
  useEffect(() => {
    if (controller.snapshot().shown !== null) controller.refresh();
  }, [controller]);
  useEffect(() => {
    controller.show(source, pauseMs);
    // oxlint-disable-next-line react/exhaustive-deps -- two sources of one key are the same list
  }, [controller, source.key]);
  useEffect(() => onRowChanges(name, controller), [controller, name]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const wake = () => {
      if (document.visibilityState === "visible") controller.wake();
    };
    const retry = () => {
      if (controller.snapshot().error !== null) controller.retry();
    };
    document.addEventListener("visibilitychange", wake, { signal });
    window.addEventListener("online", retry, { signal });
    return () => stop.abort();
  }, [controller]);
  return snapshot;
}
