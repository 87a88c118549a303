import { useEffect } from "react";
import { caseSelection } from "./case-selection.ts";

/** What answers these keys itself. */
const OWN_KEYS =
  "input, textarea, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** X at the focused row, Ctrl+A or Cmd+A in the list, Escape: not while a dialog or a menu has the keys. */
export function useSelectionKeys(): void {
  useEffect(() => {
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}

function hear(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.defaultPrevented || !(target instanceof Element)) return;
  if (target.closest(OWN_KEYS) !== null) return;
  if (key === "Escape") {
    caseSelection.clear();
    return;
  }
  const row = target.closest("article, tr")?.querySelector<HTMLElement>("[data-select]");
  if (!row || event.altKey) return;
  const hasControl = event.ctrlKey || event.metaKey;
  if (key.toLowerCase() === "a" && hasControl) caseSelection.selectLoaded();
  else if (key.toLowerCase() === "x" && !hasControl)
    caseSelection.toggle(Number(row.dataset["select"]), event.shiftKey);
  else return;
  event.preventDefault();
}
