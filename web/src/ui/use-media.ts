import { useSyncExternalStore } from "react";

/** Below this window width tables become cards; never on paper. */
const PHONE = "screen and (max-width: 767.98px)";

export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

/** Whether the window is as the query says, also after it has been resized. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
  );
}
