import type { ListedCase } from "contract/cases";
import type { CaseGroup } from "#web/features/cases/case-order.ts";

/** A virtual list knows only lines: the head of a group, as many cases as stand side by side, or small groups that do. */
export type CaseLine =
  | { readonly kind: "head"; readonly key: string; readonly group: CaseGroup }
  | { readonly kind: "groups"; readonly key: string; readonly groups: readonly CaseGroup[] }
  | { readonly kind: "cases"; readonly key: string; readonly cases: readonly ListedCase[] };

type LineOptions = { closed: ReadonlySet<string>; columns: number; hasHeads: boolean };

/** A group takes as many columns as it has cases; one that fills no line shares it with the next, under heads of their own. */
export function linesOf(groups: readonly CaseGroup[], options: LineOptions): CaseLine[] {
  const { columns, closed, hasHeads } = options;
  const lines: CaseLine[] = [];
  let room = 0;
  for (const group of groups) {
    const width = group.cases.length;
    const last = lines.at(-1);
    if (!hasHeads || width >= columns) {
      if (hasHeads) lines.push({ kind: "head", key: `head ${group.key}`, group });
      if (!hasHeads || !closed.has(group.key)) lines.push(...caseLinesOf(group, columns));
      room = 0;
    } else if (last?.kind === "groups" && width <= room) {
      lines[lines.length - 1] = { ...last, groups: [...last.groups, group] };
      room -= width;
    } else {
      lines.push({ kind: "groups", key: `groups ${group.key}`, groups: [group] });
      room = columns - width;
    }
  }
  return lines;
}

function caseLinesOf({ cases: all }: CaseGroup, columns: number): CaseLine[] {
  const lines: CaseLine[] = [];
  for (let start = 0; start < all.length; start += columns) {
    const cases = all.slice(start, start + columns);
    lines.push({ kind: "cases", key: `cases ${cases[0]?.id}`, cases });
  }
  return lines;
}

/** Where a group begins in the list. */
export function lineOfGroup(
  lines: readonly CaseLine[],
  isWanted: (group: CaseGroup) => boolean,
): number {
  return lines.findIndex(
    (line) =>
      (line.kind === "head" && isWanted(line.group)) ||
      (line.kind === "groups" && line.groups.some(isWanted)),
  );
}
