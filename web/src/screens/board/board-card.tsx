import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { Link } from "@tanstack/react-router";
import { ArrowRightLeft, MessageSquare } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import type { CaseRow } from "contract/case-lists";
import { peopleOf } from "#web/features/cases/assigned-people.ts";
import { CaseReadiness } from "#web/features/cases/case-readiness.tsx";
import { ProgramName } from "#web/features/cases/program-name.tsx";
import { formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { AvatarStack } from "#web/ui/avatar.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";

const texts = messages.cases;

export type BoardCardProps = {
  readonly row: CaseRow;
  /** Null for those who move nothing. */
  readonly onMove: ((row: CaseRow) => void) | null;
};

/** A case on the board: a link, which whoever may can drag, or move by the key M. */
export const BoardCard = memo(function BoardCard({ row, onMove }: BoardCardProps) {
  const card = useRef<HTMLElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const mayMove = onMove !== null;
  useEffect(() => {
    const element = card.current;
    if (element === null || !mayMove) return;
    return draggable({
      element,
      getInitialData: () => ({ row }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [row, mayMove]);
  const moveByKey = (event: KeyboardEvent) => {
    if (onMove === null || event.key.toLowerCase() !== "m") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(row);
  };
  return (
    <article
      ref={card}
      className={classes(
        "group relative rounded-md border border-line bg-surface p-3 transition-shadow md:max-lg:p-2.5 hover:border-line-strong",
        mayMove && "cursor-grab",
        isDragged && "opacity-40",
      )}
    >
      <div className="flex h-5 items-center gap-1.5 text-xs md:max-lg:gap-1 whitespace-nowrap text-muted">
        <span className="truncate tabular">{row.caseId}</span>
        {/* Where all three have no room, the code says the program too. */}
        <span className="flex min-w-0 shrink-999">
          <ProgramName program={row.citizenshipProgram} />
        </span>
        <span className="ms-auto text-2xs text-faint">{formatRelativeTime(row.updatedAt)}</span>
      </div>
      <h3 className="mt-1 line-clamp-2 text-base leading-5 font-semibold">
        <Link
          to="/case/$caseId"
          params={{ caseId: row.caseId }}
          title={row.title}
          draggable={false}
          onKeyDown={moveByKey}
          data-board-card={row.id}
          aria-keyshortcuts={mayMove ? "M" : undefined}
          className="outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          <span dir={titleDirection(row.title)}>{row.title}</span>
        </Link>
      </h3>
      <div className="mt-2 h-5 overflow-clip">
        <CaseReadiness caseFile={row} chipsShown={1} />
      </div>
      <div className="mt-2 flex h-7 items-center gap-2">
        {row.assignedUsers.length === 0 ? (
          <span className="text-xs text-muted">{texts.unassigned}</span>
        ) : (
          <AvatarStack people={peopleOf(row.assignedUsers)} total={row.assignedCount} size="xs" />
        )}
        {row.unreadCount > 0 ? (
          <span
            role="img"
            aria-label={texts.board.unread(row.unreadCount)}
            className="ms-auto inline-flex items-center gap-1 text-xs font-semibold text-accent tabular"
          >
            <Icon of={MessageSquare} size={14} />
            {row.unreadCount > 99 ? "99+" : row.unreadCount}
          </span>
        ) : null}
        {onMove === null ? null : (
          <span
            className={classes(
              "relative z-10 hidden group-hover:inline-grid touch:inline-grid",
              row.unreadCount === 0 && "ms-auto",
            )}
          >
            <PlainIconButton
              icon={ArrowRightLeft}
              label={texts.board.moveCase(row.title)}
              tabIndex={-1}
              onClick={() => onMove(row)}
            />
          </span>
        )}
      </div>
    </article>
  );
});
