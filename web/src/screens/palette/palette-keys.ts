import { type KeyboardEvent, type RefObject, useState } from "react";
import { openInNewTab } from "./palette-item.tsx";

/** What the list of the kit does not know: a new tab, and the next kind. */
export function usePaletteKeys(list: RefObject<HTMLElement | null>) {
  const [chosen, choose] = useState("");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const link =
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.dataset["link"];
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && link !== undefined) {
      event.preventDefault();
      openInNewTab(link);
    } else if (event.key === "Tab") {
      const next = firstOfNextGroup(list.current, event.shiftKey ? -1 : 1);
      if (next === null) return;
      event.preventDefault();
      choose(next);
    }
  };
  return { chosen, choose, onKeyDown };
}

function firstOfNextGroup(list: HTMLElement | null, step: 1 | -1): string | null {
  const groups = [...(list?.querySelectorAll<HTMLElement>("[cmdk-group]:not([hidden])") ?? [])];
  if (groups.length < 2) return null;
  const at = groups.findIndex((group) => group.querySelector('[aria-selected="true"]'));
  const next = groups[(at + step + groups.length) % groups.length];
  return next?.querySelector<HTMLElement>("[cmdk-item]")?.dataset["value"] ?? null;
}
