import { useMemo } from "react";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { formatCount } from "#web/format/money.ts";
import { GroupHeader } from "#web/ui/collapsible.tsx";
import { useColumns } from "#web/ui/use-columns.ts";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { CaseCard } from "./case-card.tsx";
import { linesOf } from "./case-lines.ts";
import type { CaseListProps } from "./case-list-props.ts";
import { useArrival } from "./use-arrival.ts";

const NARROWEST_CARD = 300;
const GAP = 16;
const CARD_HEIGHT = 166;
const HEAD_HEIGHT = 28;

export function CaseCards({ list, isAdmin, jump, onOpen }: CaseListProps) {
  const { box, columns } = useColumns(NARROWEST_CARD, GAP);
  const hasHeads = list.groupBy !== "none";
  const lines = useMemo(
    () => linesOf(list.groups, { closed: jump.closed, columns, hasHeads }),
    [list.groups, jump.closed, columns, hasHeads],
  );
  const showsStatus = list.groupBy !== "status";
  const { container, rows, before, after, measureRow, scrollToRow } = useVirtualRows({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? index,
    estimateHeight: (index) =>
      lines[index]?.kind === "head" ? HEAD_HEIGHT : CARD_HEIGHT + (showsStatus ? 30 : 0),
    gap: GAP,
  });
  useArrival({ jump, lines, scrollToRow });

  return (
    <div ref={box}>
      <div ref={container} style={{ paddingTop: before, paddingBottom: after }}>
        {rows.map((row, place) => {
          const line = lines[row.index];
          if (line === undefined) return null;
          return (
            <div
              key={row.key}
              ref={measureRow}
              data-index={row.index}
              style={place === 0 ? undefined : { marginTop: GAP }}
            >
              {line.kind === "head" ? (
                <GroupHeader
                  // Nearer to its cards than to those of the group before.
                  className="-mb-2"
                  open={!jump.closed.has(line.group.key)}
                  onOpenChange={(isOpen) => jump.setOpen(line.group.key, isOpen)}
                  title={line.group.label}
                  count={formatCount(line.group.cases.length)}
                  mark={
                    line.group.status === null ? undefined : (
                      <StatusGlyph status={line.group.status} />
                    )
                  }
                />
              ) : (
                <div
                  className="grid gap-4"
                  style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
                >
                  {line.cases.map((caseFile) => (
                    <CaseCard
                      key={caseFile.id}
                      caseFile={caseFile}
                      isAdmin={isAdmin}
                      showsStatus={showsStatus}
                      headingLevel={hasHeads ? 3 : 2}
                      onOpen={onOpen}
                    />
                  ))}
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
