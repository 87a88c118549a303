import { useMedia } from "#web/ui/use-media.ts";

/** The table is offered from this window width on (C:36). */
export function useIsWide(): boolean {
  return useMedia("(min-width: 1024px)");
}
