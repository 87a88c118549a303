import { type ReactNode, useEffect, useState } from "react";
import { MOST_BULK_CASES } from "contract/bulk-actions";
import { caseListsApi, MOST_CASES_PER_PAGE } from "contract/case-lists";
import { type CaseStatus, caseStatuses, caseStatusTexts } from "contract/case-status";
import { call } from "#web/api/client.ts";
import { useCurrentUser } from "#web/api/current-user.ts";
import { pageQuery } from "#web/features/cases/case-list-address.ts";
import type { CaseList } from "#web/features/cases/case-list-source.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { ExportButton } from "#web/features/exports/export-button.tsx";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { formatCount } from "#web/format/money.ts";
import { bulkMessages as texts } from "#web/messages/bulk.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import { AssignManyDialog, ReportDialog } from "./bulk-dialogs.tsx";
import { closeReport, runBulk, useBulkState } from "./bulk-run.ts";
import { caseSelection, useSelectedIds } from "./case-selection.ts";
import { RemindManyDialog } from "./remind-many-dialog.tsx";
import { SelectBox } from "./select-box.tsx";
import type { SelectionProps } from "./selection.tsx";
import { useSelectionKeys } from "./use-selection-keys.ts";

/** What is selected and what can be done with it; a selection ends with its screen, and with its search or filters. */
export function SelectionBar({ list, onReady }: SelectionProps) {
  const ids = useSelectedIds();
  const { running, report } = useBulkState();
  const [isAssigning, setIsAssigning] = useState(false);
  const [isReminding, setIsReminding] = useState(false);
  const { isAdmin } = useCurrentUser();
  const { q, filters } = list.choice;
  const narrowing = JSON.stringify([q, filters]);
  useSelectionKeys();
  useEffect(() => onReady({ SelectBox }), [onReady]);
  useEffect(() => caseSelection.follow(list), [list]);
  useEffect(() => () => caseSelection.clear(), [narrowing]);

  const chosen = [...ids];
  const move = (status: CaseStatus) =>
    void runBulk({ action: "status", ids: chosen, status }, (count) =>
      texts.moved(count, caseStatusTexts[status].label),
    );
  return (
    <>
      {running === null ? null : (
        <Bar>
          <p role="status" className="px-2 text-sm font-medium tabular">
            {texts.progress(formatCount(running.done), formatCount(running.total))}
          </p>
        </Bar>
      )}
      {running === null && ids.size > 0 ? (
        <Bar>
          <p role="status" className="px-2 text-sm font-medium whitespace-nowrap tabular">
            {texts.selected(formatCount(ids.size))}
          </p>
          {ids.size < list.counts.found ? <SelectAll key={narrowing} list={list} /> : null}
          <div className="flex gap-2">
            {isAdmin ? (
              <>
                <DropdownMenu
                  align="center"
                  isSheet
                  className="max-h-[70dvh] overflow-y-auto"
                  trigger={
                    <Button size="sm" variant="secondary">
                      {texts.status}
                    </Button>
                  }
                >
                  {caseStatuses.map((status) => (
                    <MenuItem key={status} onSelect={() => move(status)}>
                      <StatusGlyph status={status} />
                      {caseStatusTexts[status].label}
                    </MenuItem>
                  ))}
                </DropdownMenu>
                <Button size="sm" variant="secondary" onClick={() => setIsAssigning(true)}>
                  {texts.assign}
                </Button>
              </>
            ) : null}
            <Button size="sm" variant="secondary" onClick={() => setIsReminding(true)}>
              {texts.remind}
            </Button>
            <ExportButton
              list="cases"
              query={{ ...pageQuery(list.choice), ids: chosen.join(",") }}
              look="small"
            />
            <Button size="sm" variant="ghost" onClick={caseSelection.clear}>
              {texts.clear}
            </Button>
          </div>
        </Bar>
      ) : null}
      {isAssigning ? (
        <AssignManyDialog
          count={ids.size}
          onClose={() => setIsAssigning(false)}
          onAssign={(userIds) => {
            setIsAssigning(false);
            void runBulk({ action: "assign", ids: chosen, userIds }, texts.assigned);
          }}
        />
      ) : null}
      {isReminding ? (
        <RemindManyDialog
          ids={chosen}
          onClose={() => setIsReminding(false)}
          onRemind={(wanted) => {
            setIsReminding(false);
            void runBulk({ action: "remind", ids: wanted }, texts.reminded);
          }}
        />
      ) : null}
      {report === null ? null : <ReportDialog bulk={report} onClose={closeReport} />}
    </>
  );
}

function Bar({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {/* The last cases can be scrolled out from under it. */}
      <div aria-hidden className="h-16 max-md:h-24" />
      <div
        role="region"
        aria-label={texts.bar}
        className="fixed inset-x-0 bottom-[max(1rem,env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100vw-2rem)] flex-wrap items-center justify-center gap-2 rounded-lg border border-line bg-raised p-2 shadow-overlay max-md:bottom-[calc(4.75rem+env(safe-area-inset-bottom))] print:hidden"
      >
        {children}
      </div>
    </>
  );
}

/** Everything that the search and the filters leave, also what nobody has scrolled to yet. */
function SelectAll({ list }: { readonly list: CaseList }) {
  const [isRefused, setIsRefused] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const select = async () => {
    if (list.counts.found > MOST_BULK_CASES) return setIsRefused(true);
    setIsReading(true);
    try {
      caseSelection.select(await readIds(list));
    } catch (error) {
      failureToast(texts.failedTitle, messages.ui.failedToLoad)(error);
    } finally {
      setIsReading(false);
    }
  };
  if (isRefused) {
    return (
      <p role="alert" className="px-2 text-sm text-danger">
        {texts.narrow}
      </p>
    );
  }
  return (
    <Button size="sm" variant="ghost" pending={isReading} onClick={() => void select()}>
      {texts.selectAll(formatCount(list.counts.found))}
    </Button>
  );
}

async function readIds({ choice }: CaseList): Promise<number[]> {
  const ids: number[] = [];
  const limit = String(MOST_CASES_PER_PAGE);
  for (let after: string | undefined; ;) {
    const { rows, next } = await call(caseListsApi.page, {
      query: { ...pageQuery(choice), limit, after },
    });
    ids.push(...rows.map(({ id }) => id));
    if (next === null || ids.length >= MOST_BULK_CASES) return ids.slice(0, MOST_BULK_CASES);
    after = next;
  }
}
