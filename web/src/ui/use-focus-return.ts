import { useRef } from "react";

/** Of the dialog that was opened last and has not given the focus back yet. */
let openerBefore: HTMLElement | null = null;

/**
 * A controlled dialog without a trigger drops the focus to the body when it closes. This remembers
 * where the focus was when the dialog opened and gives it back.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    /** For `onOpenAutoFocus`, which fires before the focus moves. */
    rememberOpener: () => {
      const focused = document.activeElement;
      // A sheet that gives way to a dialog has taken the focus along; who opened the one opened the other.
      opener.current = focused === document.body ? openerBefore : lastingElement(focused);
      openerBefore = opener.current;
    },
    /** For `onCloseAutoFocus`. */
    returnFocus: (event: Event) => {
      event.preventDefault();
      const before = opener.current;
      opener.current = null;
      openerBefore = null;
      const opened = before?.isConnected === true ? before : inItsPlace(before);
      // What the dialog has deleted took its button along: the page then goes on from its beginning.
      (opened ?? document.getElementById("main"))?.focus({ preventScroll: true });
    },
  };
}

/** A list that was drawn anew behind the dialog has the same button again, as another element. */
function inItsPlace(gone: HTMLElement | null): HTMLElement | null {
  const label = gone?.getAttribute("aria-label") ?? null;
  if (gone === null || label === null) return null;
  const same = Array.from(document.querySelectorAll<HTMLElement>(gone.localName)).filter(
    (element) => element.getAttribute("aria-label") === label,
  );
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** A menu item is gone when the dialog that it opened closes; the button of its menu is still there. */
export function lastingElement(element: Element | null): HTMLElement | null {
  const menuButtonId = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const lasting = menuButtonId ? document.getElementById(menuButtonId) : element;
  return lasting instanceof HTMLElement ? lasting : null;
}
