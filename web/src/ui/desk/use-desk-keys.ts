import { useEffect, useEffectEvent } from "react";

const TYPED_INTO =
  "input, textarea, select, [contenteditable], [role=combobox], [role=menu], [role=dialog], [role=alertdialog]";

/**
 * Single keys at a desk where one thing follows the other. They do nothing while somebody types or chooses, with Ctrl,
 * Alt or Meta, or when a key that is held down repeats: one press is one deed (WCAG 2.1.4).
 */
export function useDeskKeys(keys: Readonly<Record<string, (() => void) | null>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const { target } = event;
    if (target instanceof Element && target.closest(TYPED_INTO) !== null) return;
    if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = keys[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
