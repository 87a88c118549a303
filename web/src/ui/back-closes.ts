/**
 * Back closes what lies over the page before it leaves the page. While something is open the page stands in the history
 * twice: going back from the second to the first is a wish to close, which the router never hears of.
 */
import { useEffect, useEffectEvent } from "react";

type Layer = { readonly close: () => void };
type PageState = { readonly __TSR_index?: number; readonly isBelow?: true } | null;

/** What is open, the topmost last. */
const layers: Layer[] = [];
let isWatching = false;
/** Where the person is, before the browser has moved. */
let current = { href: "", index: 0 };

const indexOf = (state: PageState) => state?.__TSR_index ?? 0;
const note = () => {
  current = { href: location.href, index: indexOf(history.state as PageState) };
};

/** Once, for the whole portal. */
export function watchBack(): void {
  if (isWatching) return;
  isWatching = true;
  note();
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name].bind(history);
    history[name] = (...change) => {
      original(...change);
      note();
    };
  }
  // In the capturing phase, to be before the router.
  window.addEventListener("popstate", onPop, { capture: true });
}

function onPop(event: PopStateEvent): void {
  const state = event.state as PageState;
  const before = current;
  note();
  if (state?.isBelow !== true || indexOf(state) !== before.index) return;
  event.stopImmediatePropagation();
  // The address may have changed in between: the first entry takes it over.
  plainly("replaceState", before.href);
  const top = layers.at(-1);
  // Nothing is open any more: one press leaves the page.
  if (top === undefined) return history.back();
  top.close();
  // It may have asked back instead of closing, or something else is open below it.
  setTimeout(standTwice);
}

function standTwice(): void {
  const state = history.state as PageState;
  if (!isWatching || layers.length === 0 || (state !== null && "isAbove" in state)) return;
  plainly("replaceState", location.href, { ...state, isBelow: true });
  plainly("pushState", location.href, { ...state, isAbove: true });
}

/** Unheard by the router, whose page stays the same. */
function plainly(way: "pushState" | "replaceState", href: string, state: unknown = history.state) {
  History.prototype[way].call(history, state, "", href);
  note();
}

/** Closes what lies on top, as Back does; false when nothing does. */
export function closeTopmost(): boolean {
  layers.at(-1)?.close();
  return layers.length > 0;
}

/** For whatever lies over the page. `close` may ask back, or do nothing. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => closeNow() };
    layers.push(layer);
    standTwice();
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}
