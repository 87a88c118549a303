import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let printedAt: string | null = null;

/** Whether the page is being put on paper: a list that draws only what is seen then draws everything. */
export function useIsPrinting(): boolean {
  return usePrintedAt() !== null;
}

/** Since when it is. */
export function usePrintedAt(): string | null {
  return useSyncExternalStore(subscribe, () => printedAt);
}

function subscribe(changed: () => void): () => void {
  const begin = () => {
    printedAt ??= new Date().toISOString();
    // The browser takes its picture as soon as this returns.
    flushSync(changed);
  };
  const end = () => {
    printedAt = null;
    changed();
  };
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
  };
}
