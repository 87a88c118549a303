import { useRef } from "react";

/**
 * A controlled dialog without a trigger drops the focus to the body when it closes. This remembers
 * where the focus was when the dialog opened and gives it back.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    /** For `onOpenAutoFocus`, which fires before the focus moves. */
    rememberOpener: ({ currentTarget }: Event) => {
      opener.current = lastingElement(document.activeElement);
      if (currentTarget instanceof Element && opener.current !== null)
        openers.set(currentTarget, opener.current);
    },
    /** For `onCloseAutoFocus`. */
    returnFocus: (event: Event) => {
      event.preventDefault();
      const before = opener.current;
      opener.current = null;
      // What the dialog has deleted took its button along: the page then goes on from its beginning.
      const target = before?.isConnected === true ? before : document.getElementById("main");
      target?.focus({ preventScroll: true });
    },
  };
}

/** Which element each dialog was opened from. */
const openers = new WeakMap<Element, HTMLElement>();

/** A menu item is gone when the dialog that it opened closes; the button of its menu is still there. So with a sheet that gives way to a dialog. */
function lastingElement(element: Element | null): HTMLElement | null {
  const menuButtonId = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const leaving = element?.closest("[role=dialog][data-state=closed]");
  if (leaving) return openers.get(leaving) ?? null;
  const lasting = menuButtonId ? document.getElementById(menuButtonId) : element;
  return lasting instanceof HTMLElement ? lasting : null;
}
