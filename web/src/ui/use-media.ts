import { useSyncExternalStore } from "react";

/** Below this window width tables become cards; never on paper. */
const PHONE = "screen and (max-width: 767.98px)";

/** Some phones name one of the two only. */
const TOUCH = "(hover: none), (pointer: coarse)";

export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

/** Whoever points with a finger: nothing of his hovers, and a camera is at hand. */
export function useTouch(): boolean {
  return useMedia(TOUCH);
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
