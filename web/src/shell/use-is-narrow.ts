import { useSyncExternalStore } from "react";

/** What is left for a screen beside the sidebar, its own margins of 32 px included. */
const TABLE_NEEDS = 860 + 64;

/** Too narrow for a table of many columns: the window's width says little about that while the sidebar opens and closes. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}

function subscribe(changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  const main = mainOf(document);
  if (main) observer.observe(main);
  return () => observer.disconnect();
}

function isNarrow(): boolean {
  const width = mainOf(document)?.clientWidth;
  return (width || window.innerWidth) < TABLE_NEEDS;
}

function mainOf(page: Document): HTMLElement | null {
  return page.getElementById("main");
}
