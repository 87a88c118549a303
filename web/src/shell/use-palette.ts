import { useEffect, useEffectEvent, useState } from "react";
import { useFocusReturn } from "#web/ui/use-focus-return.ts";

/** Open by a click or by Ctrl/Cmd+K. What is searched for is kept here: the first letters may come before the palette. */
export function usePalette(fetchPalette: () => void) {
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState("");
  const { rememberOpener, returnFocus } = useFocusReturn();
  const change = (next: boolean) => {
    if (next) {
      rememberOpener();
      setSearch("");
    }
    setIsOpen(next);
  };
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Control" || event.key === "Meta") fetchPalette();
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isCommand || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    change(!isOpen);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => answer(event);
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
  return { isOpen, change, search, setSearch, returnFocus };
}
