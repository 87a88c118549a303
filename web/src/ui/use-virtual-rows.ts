import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useIsPrinting } from "./use-is-printing.ts";

export type VirtualRowsOptions = {
  readonly count: number;
  /** Height of a row before it has been measured, in pixels. */
  readonly estimateHeight: (index: number) => number;
  /** A key that stays with the row when the list is sorted. */
  readonly keyOf: (index: number) => string | number;
  readonly gap?: number;
  readonly overscan?: number;
};

export type VirtualRows<Container extends HTMLElement> = {
  /** Goes on the element that holds the rows. */
  readonly container: RefObject<Container | null>;
  /** What to draw now. */
  readonly rows: readonly VirtualItem[];
  /** Empty space above and below them, for spacer elements. */
  readonly before: number;
  readonly after: number;
  /** Give it as `ref`, with `data-index`, to rows whose height is not fixed. */
  readonly measureRow: (row: Element | null) => void;
  readonly scrollToRow: (index: number) => void;
};

/** A longer list is printed from its head only: no browser draws a hundred thousand rows. */
const MOST_PRINTED = 2000;
/** Room for the bar at the top when a row is scrolled to. */
const HEADER_HEIGHT = 56;

/** A long list in the page itself: only rows near the window are in the document, except on paper. */
export function useVirtualRows<Container extends HTMLElement = HTMLDivElement>({
  count,
  estimateHeight,
  keyOf,
  gap = 0,
  overscan = 6,
}: VirtualRowsOptions): VirtualRows<Container> {
  const container = useRef<Container>(null);
  const [scrollMargin, setScrollMargin] = useState(0);

  // What stands above the list may grow or shrink (a search result line, an opened panel).
  useLayoutEffect(() => {
    const measure = () => {
      const top = container.current?.getBoundingClientRect().top;
      if (top !== undefined) setScrollMargin(Math.round(top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const isPrinting = useIsPrinting();
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: estimateHeight,
    getItemKey: keyOf,
    gap,
    overscan,
    scrollMargin,
    scrollPaddingStart: HEADER_HEIGHT,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) =>
        isPrinting
          ? Array.from({ length: Math.min(range.count, MOST_PRINTED) }, (_, index) => index)
          : defaultRangeExtractor(range),
      [isPrinting],
    ),
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0];
  const last = rows.at(-1);
  return {
    container,
    rows,
    before: first === undefined ? 0 : Math.max(0, first.start - scrollMargin),
    after:
      last === undefined ? 0 : Math.max(0, virtualizer.getTotalSize() - (last.end - scrollMargin)),
    measureRow: virtualizer.measureElement,
    scrollToRow: (index) => virtualizer.scrollToIndex(index, { align: "start" }),
  };
}
