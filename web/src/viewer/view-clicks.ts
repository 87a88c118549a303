import type { MouseEvent } from "react";
import { openInNewTab } from "#web/api/download.ts";

const MIDDLE = 1;

/** For a button that views a file: a middle click, or one with Ctrl or Cmd, opens a new tab, as those on links do. */
export function viewClicks(url: string, onView: () => void) {
  return {
    onClick: (event: MouseEvent) => (event.ctrlKey || event.metaKey ? openInNewTab(url) : onView()),
    onAuxClick: (event: MouseEvent) => {
      if (event.button === MIDDLE) openInNewTab(url);
    },
    // Otherwise the middle button begins to scroll the page where the system does that.
    onMouseDown: (event: MouseEvent) => {
      if (event.button === MIDDLE) event.preventDefault();
    },
  };
}
