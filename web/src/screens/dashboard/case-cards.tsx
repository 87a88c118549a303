import type { CSSProperties } from "react";
import type { CaseRow } from "contract/case-lists";
import { statusOfGroup } from "#web/features/cases/case-list-source.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { formatCount } from "#web/format/money.ts";
import type { PlacedGroup } from "#web/lists/list-lines.ts";
import type { PlaceRange } from "#web/lists/loaded-rows.ts";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { SkeletonCard } from "#web/ui/skeleton.tsx";
import { useColumns } from "#web/ui/use-columns.ts";
import { CaseCard, type CaseItemProps } from "./case-card.tsx";
import type { CaseListProps } from "./case-list-props.ts";
import { useCaseLines } from "./use-case-lines.ts";

/** Narrower ones cut titles that the free width beside them could hold. */
const NARROWEST_CARD = 312;
const GAP = 16;
const CARD_HEIGHT = 198;
const HEAD_HEIGHT = 28;

export function CaseCards({ list, isAdmin, SelectBox, jump, onOpen }: CaseListProps) {
  const { box, columns } = useColumns(NARROWEST_CARD, GAP);
  const { shown } = list;
  const showsStatus = shown.choice.groupBy !== "status";
  const cardHeight = CARD_HEIGHT + (showsStatus ? 30 : 0);
  const { container, rows, before, after, measureRow, lines, hasHeads } = useCaseLines({
    list,
    jump,
    columns,
    heights: { head: HEAD_HEIGHT, rows: cardHeight, groups: HEAD_HEIGHT + GAP + cardHeight },
    gap: GAP,
  });
  const cards = {
    isAdmin,
    SelectBox,
    showsStatus,
    headingLevel: hasHeads ? 3 : 2,
    onOpen,
  } as const;
  const caseAt = (place: number) => shown.rows.at(place);
  const head = (group: PlacedGroup) => <Head group={group} list={list} jump={jump} />;

  return (
    <div ref={box}>
      <div ref={container} style={{ paddingTop: before, paddingBottom: after }}>
        {rows.map((row, place) => {
          const line = lines.at(row.index);
          if (line === undefined) return null;
          return (
            <div
              key={row.key}
              ref={measureRow}
              data-index={row.index}
              style={place === 0 ? undefined : { marginTop: GAP }}
            >
              {line.kind === "head" ? head(line.group) : null}
              {line.kind === "rows" ? (
                <Cards
                  places={line.places}
                  caseAt={caseAt}
                  height={cardHeight}
                  columns={columns}
                  {...cards}
                />
              ) : null}
              {line.kind === "groups" ? (
                <div className="grid gap-4" style={columnsOf(columns)}>
                  {line.groups.map((group) => (
                    <div
                      key={group.key}
                      className="flex flex-col gap-4"
                      style={{ gridColumn: `span ${group.count}` }}
                    >
                      {head(group)}
                      {jump.closed.has(group.key) ? null : (
                        <Cards
                          places={{ start: group.start, end: group.start + group.count }}
                          caseAt={caseAt}
                          height={cardHeight}
                          columns={group.count}
                          {...cards}
                        />
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

type HeadProps = Pick<CaseListProps, "list" | "jump"> & { readonly group: PlacedGroup };

function Head({ group, list, jump }: HeadProps) {
  const status = statusOfGroup(group.key, list.shown.choice);
  return (
    <GroupHeader
      // Nearer to its cards than to those of the group before.
      className="-mb-2"
      open={!jump.closed.has(group.key)}
      onOpenChange={(isOpen) => jump.setOpen(group.key, isOpen)}
      title={group.label}
      count={formatCount(group.count)}
      mark={status === null ? undefined : <StatusGlyph status={status} />}
    />
  );
}

type CardsProps = Omit<CaseItemProps, "caseFile"> & {
  readonly places: PlaceRange;
  readonly caseAt: (place: number) => CaseRow | undefined;
  /** Of a card whose case is not there yet, in pixels. */
  readonly height: number;
  readonly columns: number;
};

function Cards({ places, caseAt, height, columns, ...card }: CardsProps) {
  return (
    <div className="grid flex-1 gap-4" style={columnsOf(columns)}>
      {Array.from({ length: places.end - places.start }, (_, index) => {
        const caseFile = caseAt(places.start + index);
        return caseFile === undefined ? (
          <div key={`place ${index}`} style={{ height }}>
            <SkeletonCard className="h-full" />
          </div>
        ) : (
          <CaseCard key={caseFile.id} caseFile={caseFile} {...card} />
        );
      })}
    </div>
  );
}

function columnsOf(count: number): CSSProperties {
  return { gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` };
}
