import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback } from "react";

type VirtualListOptions = {
  /** What scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Height of a row before it has been measured, in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string | number;
  /** Stay in the document wherever the list stands, such as the row that the keyboard is on. */
  readonly kept?: readonly number[];
};

/** A long list that scrolls by itself: only rows near what is seen are in the document. */
export function useVirtualList(options: VirtualListOptions) {
  const { scroller, count, rowHeight, keyOf, kept = [] } = options;
  const wanted = kept.filter((index) => index >= 0 && index < count).join();
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const also = wanted === "" ? [] : wanted.split(",").map(Number);
        return [...new Set([...defaultRangeExtractor(range), ...also])].toSorted((a, b) => a - b);
      },
      [wanted],
    ),
  });
  return {
    rows: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measureRow: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: "auto" }),
  };
}
