import { useStoredChoice } from "#web/ui/use-stored-choice.ts";

const states = ["expanded", "collapsed"] as const;

/** Expanded unless this browser says 'collapsed' (I:119). */
export function useSidebar(): { readonly isCollapsed: boolean; readonly toggle: () => void } {
  const [state, setState] = useStoredChoice("sidebar", states, "expanded");
  const isCollapsed = state === "collapsed";
  return { isCollapsed, toggle: () => setState(isCollapsed ? "expanded" : "collapsed") };
}
