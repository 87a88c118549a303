import type { ListedCase } from "contract/cases";
import type { CaseGroup } from "#web/features/cases/case-order.ts";

/** A virtual list knows only lines: the head of a group, or as many cases as stand side by side. */
export type CaseLine =
  | { readonly kind: "head"; readonly key: string; readonly group: CaseGroup }
  | { readonly kind: "cases"; readonly key: string; readonly cases: readonly ListedCase[] };

export function linesOf(
  groups: readonly CaseGroup[],
  options: { closed: ReadonlySet<string>; columns: number; hasHeads: boolean },
): CaseLine[] {
  return groups.flatMap((group) => {
    const lines: CaseLine[] = options.hasHeads
      ? [{ kind: "head", key: `head ${group.key}`, group }]
      : [];
    if (options.hasHeads && options.closed.has(group.key)) return lines;
    for (let start = 0; start < group.cases.length; start += options.columns) {
      const cases = group.cases.slice(start, start + options.columns);
      lines.push({ kind: "cases", key: `cases ${cases[0]?.id}`, cases });
    }
    return lines;
  });
}
