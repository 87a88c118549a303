import { type CSSProperties, useMemo } from "react";
import type { ListedCase } from "contract/cases";
import type { CaseGroup } from "#web/features/cases/case-order.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { formatCount } from "#web/format/money.ts";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { useColumns } from "#web/ui/use-columns.ts";
import { useVirtualRows } from "#web/ui/use-virtual-rows.ts";
import { CaseCard, type CaseItemProps } from "./case-card.tsx";
import { linesOf } from "./case-lines.ts";
import type { CaseListProps } from "./case-list-props.ts";
import { useArrival } from "./use-arrival.ts";
import type { GroupJump } from "./use-group-jump.ts";

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
  const cardHeight = CARD_HEIGHT + (showsStatus ? 30 : 0);
  const heights = {
    head: HEAD_HEIGHT,
    cases: cardHeight,
    groups: HEAD_HEIGHT + GAP + cardHeight,
  };
  const { container, rows, before, after, measureRow, scrollToRow } = useVirtualRows({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? index,
    estimateHeight: (index) => heights[lines[index]?.kind ?? "cases"],
    gap: GAP,
  });
  useArrival({ jump, lines, scrollToRow });
  const cards = { isAdmin, showsStatus, headingLevel: hasHeads ? 3 : 2, onOpen } as const;

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
              {line.kind === "head" ? <Head group={line.group} jump={jump} /> : null}
              {line.kind === "cases" ? (
                <Cards cases={line.cases} columns={columns} {...cards} />
              ) : null}
              {line.kind === "groups" ? (
                <div className="grid gap-4" style={columnsOf(columns)}>
                  {line.groups.map((group) => (
                    <div
                      key={group.key}
                      className="flex flex-col gap-4"
                      style={{ gridColumn: `span ${group.cases.length}` }}
                    >
                      <Head group={group} jump={jump} />
                      {jump.closed.has(group.key) ? null : (
                        <Cards cases={group.cases} columns={group.cases.length} {...cards} />
                      )}
                    </div>
                  ))}
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}

type HeadProps = { readonly group: CaseGroup; readonly jump: GroupJump };

function Head({ group, jump }: HeadProps) {
  return (
    <GroupHeader
      // Nearer to its cards than to those of the group before.
      className="-mb-2"
      open={!jump.closed.has(group.key)}
      onOpenChange={(isOpen) => jump.setOpen(group.key, isOpen)}
      title={group.label}
      count={formatCount(group.cases.length)}
      mark={group.status === null ? undefined : <StatusGlyph status={group.status} />}
    />
  );
}

type CardsProps = Omit<CaseItemProps, "caseFile"> & {
  readonly cases: readonly ListedCase[];
  readonly columns: number;
};

function Cards({ cases, columns, ...card }: CardsProps) {
  return (
    <div className="grid flex-1 gap-4" style={columnsOf(columns)}>
      {cases.map((caseFile) => (
        <CaseCard key={caseFile.id} caseFile={caseFile} {...card} />
      ))}
    </div>
  );
}

function columnsOf(count: number): CSSProperties {
  return { gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` };
}
