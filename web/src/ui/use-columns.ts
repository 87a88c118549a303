import { useLayoutEffect, useRef, useState } from "react";

/** How many columns of a minimal width fit into a box, kept up to date while it is resized. */
export function useColumns(minColumnWidth: number, gap: number) {
  const box = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const count = () =>
      setColumns(Math.max(1, Math.floor((element.clientWidth + gap) / (minColumnWidth + gap))));
    count();
    const observer = new ResizeObserver(count);
    observer.observe(element);
    return () => observer.disconnect();
  }, [minColumnWidth, gap]);
  return { box, columns };
}
