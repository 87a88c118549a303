import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect } from "react";

type VirtualListOptions = {
  /** What scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Height of a row before it has been measured, in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string | number;
  /** Stay in the document wherever the list stands, such as the row that the keyboard is on. */
  readonly kept?: readonly number[];
  /** Called when somebody has scrolled to the last rows. */
  readonly onEnd?: (() => void) | null;
};

/** A long list that scrolls by itself: only rows near what is seen are in the document. */
export function useVirtualList(options: VirtualListOptions) {
  const { scroller, count, rowHeight, keyOf, kept = [], onEnd = null } = options;
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
  const rows = virtualizer.getVirtualItems();
  const isAtEnd = count > 0 && (virtualizer.range?.endIndex ?? 0) >= count - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  return {
    rows,
    height: virtualizer.getTotalSize(),
    measureRow: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: "auto" }),
  };
}
