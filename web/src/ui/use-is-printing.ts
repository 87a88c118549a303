import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;

/** Whether the page is being put on paper: a list that draws only what is seen then draws everything. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

function subscribe(changed: () => void): () => void {
  const turn = (now: boolean) => () => {
    isPrinting = now;
    // The browser takes its picture as soon as this returns.
    flushSync(changed);
  };
  const begin = turn(true);
  const end = turn(false);
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
  };
}
