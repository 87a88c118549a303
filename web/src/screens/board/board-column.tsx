import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { ChevronsRightLeft } from "lucide-react";
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react";
import type { CaseRow } from "contract/case-lists";
import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import { statusTint } from "#web/features/cases/case-look.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { formatCount } from "#web/format/money.ts";
import type { LoadedRows, PlaceRange } from "#web/lists/loaded-rows.ts";
import { messages } from "#web/messages/messages.ts";
import { classes } from "#web/ui/classes.ts";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import { useVirtualList } from "#web/ui/use-virtual-list.ts";
import { BoardCard } from "./board-card.tsx";

const texts = messages.cases.board;
const CARD_HEIGHT = 156;
const GAP = 8;

export type ColumnHandle = { readonly focusCard: (index: number) => void };

type BoardColumnProps = {
  readonly status: CaseStatus;
  /** Where its cases stand in the list. */
  readonly start: number;
  readonly count: number;
  readonly rows: LoadedRows<CaseRow>;
  readonly onSee: (status: CaseStatus, places: PlaceRange | null) => void;
  /** Null for those who move nothing. */
  readonly onMove: ((row: CaseRow) => void) | null;
  readonly onDrop: (row: CaseRow, status: CaseStatus) => void;
  /** Null where a column without cases cannot be folded further. */
  readonly onFold: () => void;
  readonly handle: Ref<ColumnHandle>;
};

/** The cases of one status; it scrolls for itself and draws only the cards in sight. */
export function BoardColumn(props: BoardColumnProps) {
  const { status, start, count, rows, onSee, onMove, onFold, handle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { box, isOver } = useDropTarget(props);
  const virtual = useVirtualList({
    scroller,
    count,
    rowHeight: CARD_HEIGHT + GAP,
    keyOf: (index) => rows.at(start + index)?.id ?? `place ${index}`,
  });
  const first = virtual.rows[0]?.index;
  const last = virtual.rows.at(-1)?.index;
  useEffect(() => {
    if (first === undefined || last === undefined) return;
    onSee(status, { start: start + first, end: start + last + 1 });
    return () => onSee(status, null);
  }, [onSee, status, start, first, last]);
  useImperativeHandle(handle, () => ({
    focusCard: (index) => {
      virtual.scrollTo(index);
      // Drawn with the next frame.
      requestAnimationFrame(() => {
        const place = scroller.current?.querySelector(`[data-index="${index}"] a`);
        if (place instanceof HTMLElement) place.focus();
      });
    },
  }));
  const { label, short } = caseStatusTexts[status];
  return (
    <section
      ref={box}
      aria-label={`${label}, ${count}`}
      style={tintStyle(statusTint(status))}
      className={classes(
        "tinted flex h-full print:h-auto w-63 shrink-0 md:max-lg:w-59 snap-start flex-col rounded-xl bg-sunken p-2 md:max-lg:p-1.5 max-md:w-[min(20.5rem,calc(100vw-3.5rem))]",
        isOver && "outline-2 -outline-offset-2 outline-accent",
      )}
    >
      <header className="mb-2 flex h-9 shrink-0 items-center gap-2 border-b-2 border-tint-dot px-1">
        <StatusGlyph status={status} />
        <h2 className="min-w-0 truncate text-sm font-semibold" title={label}>
          {short}
        </h2>
        <span className="text-sm text-muted tabular">{formatCount(count)}</span>
        <PlainIconButton
          icon={ChevronsRightLeft}
          label={texts.hide(label)}
          onClick={onFold}
          className="ms-auto"
        />
      </header>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        <ul className="relative" style={{ height: virtual.height }}>
          {virtual.rows.map(({ index, start: top }) => {
            const row = rows.at(start + index);
            return (
              <li
                key={row?.id ?? `place ${index}`}
                ref={virtual.measureRow}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={count}
                className="absolute inset-x-0 pb-2"
                style={{ top }}
              >
                {row === undefined ? (
                  <Skeleton className="h-30 w-full rounded-md" />
                ) : (
                  <BoardCard row={row} onMove={onMove} />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

type BoardRailProps = Pick<BoardColumnProps, "status" | "count" | "onDrop"> & {
  readonly onOpen: () => void;
};

/** A status without cases, or one that is folded: all twelve are there, and those with work have the room. */
export function BoardRail({ status, count, onDrop, onOpen }: BoardRailProps) {
  const { box, isOver } = useDropTarget({ status, onDrop });
  const { label, short } = caseStatusTexts[status];
  return (
    <section
      ref={box}
      aria-label={`${label}, ${count}`}
      className={classes(
        "h-full w-10 shrink-0 print:hidden rounded-xl border border-dashed border-line-strong max-md:snap-start",
        isOver && "outline-2 -outline-offset-2 outline-accent",
      )}
    >
      <button
        type="button"
        aria-label={texts.show(`${short} ${formatCount(count)}`)}
        title={label}
        disabled={count === 0}
        onClick={onOpen}
        className="flex h-full w-full flex-col items-center gap-2 rounded-xl py-3 text-xs text-muted outline-offset-[-2px] enabled:hover:bg-ink/4"
      >
        <StatusGlyph status={status} />
        <span className="[writing-mode:vertical-rl]">{short}</span>{" "}
        <span className="tabular">{formatCount(count)}</span>
      </button>
    </section>
  );
}

function useDropTarget({ status, onDrop }: Pick<BoardColumnProps, "status" | "onDrop">) {
  const box = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    return dropTargetForElements({
      element,
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false);
        onDrop(source.data.row as CaseRow, status);
      },
    });
  }, [status, onDrop]);
  return { box, isOver };
}
