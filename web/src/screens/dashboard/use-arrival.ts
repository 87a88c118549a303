import { useEffect } from "react";
import { type CaseLine, lineOfGroup } from "./case-lines.ts";
import type { GroupJump } from "./use-group-jump.ts";

type Arrival = {
  jump: GroupJump;
  lines: readonly CaseLine[];
  scrollToRow: (index: number) => void;
};

/** Scrolls to the group that was asked for, once the list holds it. */
export function useArrival({ jump, lines, scrollToRow }: Arrival): void {
  const { target, arrived } = jump;
  useEffect(() => {
    if (target === null) return;
    const index = lineOfGroup(lines, (group) => group.status === target);
    if (index === -1) return;
    scrollToRow(index);
    arrived();
  }, [target, lines, scrollToRow, arrived]);
}
