import { type RefObject, useEffect, useEffectEvent } from "react";

/** So near to the end counts as being there. */
const NEAR_PX = 40;

/** The end, or what stands first in sight and how far below the edge; undefined while there is nothing. */
type Place = "end" | { readonly element: Element; readonly offset: number } | undefined;

/**
 * While messages come and go before and behind what is read, what is read stays where it is; at the end of the
 * conversation the end does. Not every browser does that by itself.
 */
export function useKeptPlace(box: RefObject<HTMLElement | null>, hasEnd: boolean): void {
  const placeNow = useEffectEvent((scroller: HTMLElement) => placeIn(scroller, hasEnd));
  useEffect(() => {
    const scroller = box.current;
    if (!scroller) return;
    let place = placeNow(scroller);
    const note = () => {
      place = placeNow(scroller);
    };
    const keep = new MutationObserver(() => {
      if (place === "end") scrollToEnd(scroller);
      else if (place?.element.isConnected)
        scroller.scrollTop += offsetOf(place.element, scroller) - place.offset;
      note();
    });
    keep.observe(scroller, { childList: true, subtree: true });
    scroller.addEventListener("scroll", note, { passive: true });
    return () => {
      keep.disconnect();
      scroller.removeEventListener("scroll", note);
    };
  }, [box]);
}

export function scrollToEnd(scroller: HTMLElement | null): void {
  scroller?.scrollTo({ top: scroller.scrollHeight });
}

export function distanceToEnd(scroller: HTMLElement): number {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
}

const offsetOf = (element: Element, scroller: HTMLElement) =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;

function placeIn(scroller: HTMLElement, hasEnd: boolean): Place {
  if (hasEnd && distanceToEnd(scroller) < NEAR_PX) return "end";
  const messages = [...scroller.querySelectorAll("article")];
  // They stand in order: halving finds the first in sight.
  let [from, to] = [0, messages.length - 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const element = messages[middle];
    if (element && offsetOf(element, scroller) < 0) from = middle + 1;
    else to = middle;
  }
  const element = messages[from];
  return element && { element, offset: offsetOf(element, scroller) };
}
