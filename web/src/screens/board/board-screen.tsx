import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import type { CaseRow } from "contract/case-lists";
import { type CaseStatus, caseStatuses, caseStatusTexts } from "contract/case-status";
import { useCurrentUser } from "#web/api/current-user.ts";
import { CaseFilter } from "#web/features/cases/case-filter.tsx";
import { viewNames } from "#web/features/cases/case-list-address.ts";
import type { CaseList } from "#web/features/cases/case-list-source.ts";
import { FilterChips } from "#web/features/cases/filter-chips.tsx";
import { PipelineStrip } from "#web/features/cases/pipeline-strip.tsx";
import { Views } from "#web/features/views/views.tsx";
import { formatCount } from "#web/format/money.ts";
import type { PlaceRange } from "#web/lists/loaded-rows.ts";
import { messages } from "#web/messages/messages.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { Skeleton, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { useKeySet } from "#web/ui/use-key-set.ts";
import { BoardColumn, BoardRail, type ColumnHandle } from "./board-column.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { type Board, type Move, useBoard } from "./use-board.ts";

const texts = messages.cases.board;
/** Folded at first: where a case rests or has ended. */
const QUIET: readonly CaseStatus[] = ["hold", "cancelled", "citizen"];
/** A move to where a case ends is asked about. */
const ENDS: ReadonlySet<CaseStatus> = new Set(["cancelled", "citizen"]);

/** The cases by status, side by side; admins move them (finding-and-moving.md 4.2). */
export function BoardScreen() {
  const user = useCurrentUser();
  return user.isAdmin || user.role === "agent" ? <BoardOfCases /> : <AccessDenied />;
}

function BoardOfCases() {
  const user = useCurrentUser();
  const board = useBoard(user);
  const [asked, setAsked] = useState<Move | null>(null);
  const [moving, setMoving] = useState<CaseRow | null>(null);
  const { shown } = board;
  const move = (wanted: Move) => {
    setMoving(null);
    if (ENDS.has(wanted.status) && wanted.row.status !== wanted.status) setAsked(wanted);
    else board.move(wanted);
  };

  if (shown === null && board.error === null) return <BoardSkeleton />;
  if (shown === null) {
    return (
      <Page>
        <PageHeader title={texts.title} />
        <ErrorState
          message={messages.cases.loadingFailed}
          onRetry={board.retry}
          retrying={board.isPending}
        />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader title={texts.title} count={formatCount(shown.counts.found)} />
      <div className="mb-4 flex items-center gap-2">
        <Views user={user} screen="cases" names={viewNames} />
        <div className="min-w-0 flex-1 md:max-w-96">
          <SearchInput
            label={messages.cases.search}
            value={board.search}
            onValueChange={board.setSearch}
            slashFocuses
          />
        </div>
        <CaseFilter {...board.filters} hasAdvisers={user.isAdmin} />
      </div>
      <FilterChips {...board.filters} />
      <Columns
        board={board}
        list={shown}
        onMove={user.isAdmin ? setMoving : null}
        onDrop={(row, status) => move({ row, status })}
      />
      <p role="status" className="sr-only">
        {board.announced}
      </p>
      {moving === null ? null : (
        <MoveDialog
          row={moving}
          onMove={(status) => move({ row: moving, status })}
          onClose={() => setMoving(null)}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked && texts.confirm(asked.row.title, caseStatusTexts[asked.status].label)}
        description={texts.confirmText}
        confirmText={texts.move}
        variant="primary"
        onConfirm={() => {
          if (asked !== null) board.move(asked);
          setAsked(null);
        }}
      />
    </Page>
  );
}

type ColumnsProps = {
  readonly board: Pick<Board, "look">;
  readonly list: CaseList;
  readonly onMove: ((row: CaseRow) => void) | null;
  readonly onDrop: (row: CaseRow, status: CaseStatus) => void;
};

function Columns({ board: { look }, list, onMove, onDrop }: ColumnsProps) {
  const { keys: folded, put: putFolded } = useKeySet(QUIET);
  const inSight = useRef(new Map<CaseStatus, PlaceRange>());
  const columns = useRef(new Map<CaseStatus, ColumnHandle>());
  const strip = useRef<HTMLDivElement>(null);
  const see = useCallback(
    (status: CaseStatus, places: PlaceRange | null) => {
      if (places === null) inSight.current.delete(status);
      else inSight.current.set(status, places);
      look([...inSight.current.values()]);
    },
    [look],
  );
  const groupOf = (status: CaseStatus) => list.groups.find(({ key }) => key === status);
  const isColumn = (status: CaseStatus) => groupOf(status) !== undefined && !folded.has(status);
  const show = (status: CaseStatus) => {
    putFolded(status, false);
    strip.current
      ?.querySelector(`[data-status="${status}"]`)
      ?.scrollIntoView({ inline: "start", block: "nearest" });
  };
  return (
    <>
      <div className="md:hidden">
        <PipelineStrip counts={list.counts.byStatus} onJump={show} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys go from card to card */}
      <div
        ref={strip}
        role="group"
        aria-label={texts.columns}
        onKeyDown={(event) => goByArrow(event, { columns: columns.current, isColumn, groupOf })}
        className="print:m-0 print:h-auto print:min-h-0 print:flex-wrap print:overflow-visible print:p-0 -mx-8 flex h-[calc(100dvh-14rem)] min-h-96 fade-at-more gap-2.5 overflow-x-auto px-8 pb-2 max-md:-mx-4 max-md:snap-x max-md:snap-mandatory max-md:px-4"
      >
        {caseStatuses.map((status) => {
          const group = groupOf(status);
          return (
            <div key={status} data-status={status} className="h-full shrink-0 print:h-auto">
              {group === undefined || folded.has(status) ? (
                <BoardRail
                  status={status}
                  count={group?.count ?? 0}
                  onDrop={onDrop}
                  onOpen={() => putFolded(status, false)}
                />
              ) : (
                <BoardColumn
                  status={status}
                  start={group.start}
                  count={group.count}
                  rows={list.rows}
                  onSee={see}
                  onMove={onMove}
                  onDrop={onDrop}
                  onFold={() => putFolded(status, true)}
                  handle={(handle) => {
                    if (handle === null) columns.current.delete(status);
                    else columns.current.set(status, handle);
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
    </>
  );
}

type Way = {
  readonly columns: ReadonlyMap<CaseStatus, ColumnHandle>;
  readonly isColumn: (status: CaseStatus) => boolean;
  readonly groupOf: (status: CaseStatus) => { readonly count: number } | undefined;
};

const STEPS: Readonly<Record<string, { readonly across: number; readonly down: number }>> = {
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
};

/** From card to card; across, to the card at the same height, or the last of a shorter column. */
function goByArrow(event: KeyboardEvent, { columns, isColumn, groupOf }: Way): void {
  const step = STEPS[event.key];
  const target = event.target as Element;
  const index = Number(target.closest("[data-index]")?.getAttribute("data-index") ?? Number.NaN);
  const status = target.closest("[data-status]")?.getAttribute("data-status");
  if (step === undefined || status == null || Number.isNaN(index)) return;
  const open = caseStatuses.filter(isColumn);
  const next = open[open.indexOf(status as CaseStatus) + step.across];
  const count = next === undefined ? 0 : (groupOf(next)?.count ?? 0);
  if (next === undefined || count === 0) return;
  event.preventDefault();
  const place = Math.min(Math.max(index + step.down, 0), count - 1);
  columns.get(next)?.focusCard(place);
}

function BoardSkeleton() {
  return (
    <Page>
      <SkeletonScreen label={texts.loading}>
        <Skeleton className="mb-6 h-8 w-32" />
        <Skeleton className="mb-4 h-9 w-full max-w-96" />
        <div className="flex gap-2.5 overflow-hidden">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-140 w-63 shrink-0 rounded-xl" />
          ))}
        </div>
      </SkeletonScreen>
    </Page>
  );
}
