import { type RefObject, useEffect, useRef } from "react";

/** What has just appeared is drawn by then, and a panel that opens has given the focus where it wants it first. */
const DRAWN_MS = 100;

const shown = new Set<() => void>();

/** For a link to what stands in the address already. */
export function findAgain(): void {
  for (const show of shown) show();
}

type Found<E extends HTMLElement> = {
  readonly ref: RefObject<E | null>;
  readonly tabIndex?: -1;
  readonly "data-found"?: true;
};

/** For what a link points at: it comes into sight, takes the focus, and is marked for two seconds. */
export function useFound<E extends HTMLElement>(isFound: boolean): Found<E> {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (!isFound) return;
    let timer: ReturnType<typeof setTimeout>;
    const show = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        ref.current?.scrollIntoView({ block: "center" });
        ref.current?.focus({ preventScroll: true });
      }, DRAWN_MS);
    };
    show();
    shown.add(show);
    return () => {
      clearTimeout(timer);
      shown.delete(show);
    };
  }, [isFound]);
  return isFound ? { ref, tabIndex: -1, "data-found": true } : { ref };
}
