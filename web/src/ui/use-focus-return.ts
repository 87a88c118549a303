import { useRef } from "react";

/** Of the dialog that was opened last and has not given the focus back yet. */
let openerBefore: HTMLElement | null = null;

/**
 * A controlled dialog without a trigger drops the focus to the body when it closes. This remembers
 * where the focus was when the dialog opened and gives it back.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  const label = useRef<string | null>(null);
  return {
    /** For `onOpenAutoFocus`, which fires before the focus moves. */
    rememberOpener: () => {
      const focused = document.activeElement;
      // A sheet that gives way to a dialog has taken the focus along; who opened the one opened the other.
      opener.current = focused === document.body ? openerBefore : lastingElement(focused);
      openerBefore = opener.current;
      label.current = labelOfItsOwn(opener.current);
    },
    /** For `onCloseAutoFocus`. */
    returnFocus: (event: Event) => {
      event.preventDefault();
      const before = opener.current;
      opener.current = null;
      openerBefore = null;
      if (before?.isConnected !== true) return focusInsteadOf(label.current);
      before.focus({ preventScroll: true });
      followRemovalOf(before, label.current);
    },
  };
}

/** What the dialog has deleted may still be shown for a moment; its button takes the focus along when it goes. */
function followRemovalOf(focused: HTMLElement, label: string | null): void {
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (focused.isConnected && (activeElement === focused || activeElement === document.body))
      return;
    observer.disconnect();
    if (activeElement === document.body) focusInsteadOf(label);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** What was deleted took its button along: the page then goes on from its beginning. */
function focusInsteadOf(label: string | null): void {
  const instead = inItsPlace(label) ?? document.getElementById("main");
  instead?.focus({ preventScroll: true });
}

/**
 * A list that was drawn anew behind the dialog has the same button again, as another element. Two of one name, as for
 * namesakes, are never taken for each other: what is left may be the other one's.
 */
function labelOfItsOwn(element: HTMLElement | null): string | null {
  const label = element?.getAttribute("aria-label") ?? null;
  return label !== null && buttonsNamed(label).length === 1 ? label : null;
}

function inItsPlace(label: string | null): HTMLElement | null {
  const [button, ...others] = label === null ? [] : buttonsNamed(label);
  return others.length === 0 ? (button ?? null) : null;
}

function buttonsNamed(label: string): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>("button[aria-label]");
  return Array.from(all).filter((button) => button.getAttribute("aria-label") === label);
}

/** A menu item is gone when the dialog that it opened closes; the button of its menu is still there. */
export function lastingElement(element: Element | null): HTMLElement | null {
  const menuButtonId = element?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const lasting = menuButtonId ? document.getElementById(menuButtonId) : element;
  return lasting instanceof HTMLElement ? lasting : null;
}
