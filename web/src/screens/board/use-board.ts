import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { CaseRow } from "contract/case-lists";
import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import { casesApi } from "contract/cases";
import type { CurrentUser } from "contract/session";
import { call } from "#web/api/client.ts";
import { useCaseFilters } from "#web/features/cases/case-filters.ts";
import { caseController, caseListSource } from "#web/features/cases/case-list-source.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { undoToast } from "#web/feedback/undo-toast.ts";
import { formatCount } from "#web/format/money.ts";
import { typingPause, useList } from "#web/lists/use-list.ts";
import { messages } from "#web/messages/messages.ts";
import { useAddressSearch } from "#web/ui/use-address.ts";

const texts = messages.cases;

export type Move = { readonly row: CaseRow; readonly status: CaseStatus };

/** The cases of the board, newest change first in each column, and how one is moved to another status. */
export function useBoard(user: CurrentUser) {
  const [search, setSearch] = useAddressSearch();
  const filters = useCaseFilters();
  const controller = caseController("board", user.id);
  const q = search.trim();
  const list = useList(controller, {
    name: "cases",
    source: caseListSource({
      groupBy: "status",
      sort: "updatedAt",
      order: "desc",
      q,
      filters: filters.filters,
    }),
    pauseMs: typingPause(q),
  });
  const [announced, setAnnounced] = useState("");

  const change = useMutation({
    mutationFn: ({ row, status }: Move) =>
      call(casesApi.updateStatus, {
        params: { caseId: row.caseId },
        body: { status },
        version: row.version,
      }),
    // At once in its new column; whoever refuses it sends it back.
    onMutate: ({ row, status }) =>
      controller.expect({ ...inStatus(row, status), updatedAt: new Date().toISOString() }),
    onSuccess: ({ status, updatedAt, version }, { row }) => {
      const moved = { ...inStatus(row, status), updatedAt, version };
      controller.expect(moved);
      setAnnounced(placeText(moved));
      undoToast(texts.board.moved(caseStatusTexts[status].label), () =>
        change.mutate({ row: moved, status: row.status }),
      );
    },
    onError: (error, { row }) => {
      controller.expect(row);
      controller.refresh();
      failureToast(texts.errorTitle, texts.status.failed)(error);
    },
  });

  /** 'Moved to Bank Clearance, 1 of 214' */
  function placeText(row: CaseRow): string {
    const { shown } = controller.snapshot();
    const group = shown?.groups.find(({ key }) => key === row.status);
    const place = shown?.rows.placeOf(row.id) ?? null;
    const { label } = caseStatusTexts[row.status];
    if (group === undefined || place === null) return texts.board.moved(label);
    return texts.board.movedTo(
      label,
      formatCount(place - group.start + 1),
      formatCount(group.count),
    );
  }

  return {
    ...list,
    search,
    setSearch,
    filters,
    look: controller.look,
    retry: controller.retry,
    /** What a screen reader is told after a move. */
    announced,
    move: (wanted: Move) => {
      if (wanted.row.status !== wanted.status) change.mutate(wanted);
    },
  };
}

export type Board = ReturnType<typeof useBoard>;

function inStatus(row: CaseRow, status: CaseStatus): CaseRow {
  return { ...row, status, group: status };
}
