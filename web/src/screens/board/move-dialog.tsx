import type { KeyboardEvent } from "react";
import type { CaseRow } from "contract/case-lists";
import { type CaseStatus, caseStatuses, caseStatusTexts } from "contract/case-status";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { messages } from "#web/messages/messages.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";

const texts = messages.cases.board;
/** The first nine are chosen by their digit. */
const DIGITS = 9;

type MoveDialogProps = {
  readonly row: CaseRow;
  readonly onMove: (status: CaseStatus) => void;
  readonly onClose: () => void;
};

/** 'Move to…': every status but the one that the case has, by pointer, arrow keys or digit. */
export function MoveDialog({ row, onMove, onClose }: MoveDialogProps) {
  const chooseByKey = (event: KeyboardEvent) => {
    const status = /^[1-9]$/.test(event.key) ? caseStatuses[Number(event.key) - 1] : undefined;
    if (status === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (status !== row.status) onMove(status);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.moveTo}
      description={<span dir={titleDirection(row.title)}>{row.title}</span>}
      size="sm"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the digits work wherever the focus is in the list */}
      <ul onKeyDown={chooseByKey} className="-mx-2">
        {caseStatuses.map((status, index) => (
          <li key={status}>
            <button
              type="button"
              disabled={status === row.status}
              onClick={() => onMove(status)}
              className="flex min-h-9 finger:min-h-11 w-full items-center gap-2.5 rounded-md px-2 py-1 text-start text-sm enabled:hover:bg-ink/6 disabled:text-faint"
            >
              <StatusGlyph status={status} />
              <span className="min-w-0 flex-1">{caseStatusTexts[status].label}</span>
              {index < DIGITS ? <Kbd className="touch:hidden">{index + 1}</Kbd> : null}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
