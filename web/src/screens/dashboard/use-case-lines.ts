import { useEffect } from "react";
import { useListLines } from "#web/lists/use-list-lines.ts";
import type { CaseListProps } from "./case-list-props.ts";

type LineOptions = Pick<CaseListProps, "list" | "jump"> &
  Pick<Parameters<typeof useListLines>[0], "columns" | "heights" | "gap" | "overscan">;

/** The lines of the list; a group that was asked for is scrolled to once the list is grouped that way. */
export function useCaseLines<Container extends HTMLElement = HTMLDivElement>({
  list: { shown, look, isPending },
  jump: { closed, target, arrived },
  ...options
}: LineOptions) {
  const hasHeads = shown.choice.groupBy !== "none";
  const virtual = useListLines<Container>({ shown, look, closed, hasHeads, ...options });
  const { lines, scrollToRow } = virtual;
  useEffect(() => {
    if (target === null || isPending) return;
    const index = lines.indexOfGroup(target);
    if (index !== -1) scrollToRow(index);
    arrived();
  }, [target, isPending, lines, scrollToRow, arrived]);
  return { ...virtual, hasHeads };
}
