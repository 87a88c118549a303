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
      // What the dialog has deleted took its button along: the page then goes on from its beginning.
      const target = before?.isConnected === true ? before : document.getElementById("main");
      target?.focus({ preventScroll: true });
    },
  };
}

/** A menu item is gone when the dialog that it opened closes; the button of its menu is still there. */
export function lastingElement(element: Element | null): HTMLElement | null {
  const menuButtonId = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const lasting = menuButtonId ? document.getElementById(menuButtonId) : element;
  return lasting instanceof HTMLElement ? lasting : null;
}
