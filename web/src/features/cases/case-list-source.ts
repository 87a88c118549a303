/** The cases of the dashboard and of the board as a long list. */
import { type CaseCounts, caseListsApi, type CaseRow } from "contract/case-lists";
import { type CaseOrder, compareCases } from "contract/case-order";
import type { CaseStatus } from "contract/case-status";
import { call, readAhead } from "#web/api/client.ts";
import { KeptLists } from "#web/lists/kept-lists.ts";
import type { ListController } from "#web/lists/list-controller.ts";
import { type ListSource, startQuery } from "#web/lists/list-source.ts";
import type { ListState } from "#web/lists/list-state.ts";
import { type CaseListChoice, countsQuery, pageQuery } from "./case-list-address.ts";

export type CaseController = ListController<CaseRow, CaseCounts, CaseListChoice>;
export type CaseList = ListState<CaseRow, CaseCounts, CaseListChoice>;

const kept = new KeptLists<CaseRow, CaseCounts, CaseListChoice>();

export function caseController(screen: "dashboard" | "board", userId: number): CaseController {
  return kept.of(screen, userId);
}

export function caseListSource(
  choice: CaseListChoice,
): ListSource<CaseRow, CaseCounts, CaseListChoice> {
  const { groupBy, sort, order } = choice;
  return {
    key: JSON.stringify(choice),
    choice,
    readPage: (start, signal) =>
      readAhead(caseListsApi.page, {
        query: { ...pageQuery(choice), ...startQuery(start) },
        signal,
      }),
    readCounts: (signal) => readAllCounts(choice, signal),
    readRows: (ids, signal) =>
      call(caseListsApi.rows, { query: { ids: ids.join(","), groupBy }, signal }),
    compare: (a, b) => compareCases(a, b, { groupBy, sort, order }),
    isNarrowed: choice.q !== "" || Object.values(choice.filters).some(Boolean),
  };
}

/** Groups come five hundred at a time. Their order is that of the pages. */
async function readAllCounts(choice: CaseListChoice, signal: AbortSignal): Promise<CaseCounts> {
  const query = countsQuery(choice);
  const first = await readAhead(caseListsApi.counts, { query, signal });
  const groups = [...first.groups];
  for (let { next } = first; next !== null;) {
    const more = await call(caseListsApi.counts, { query: { ...query, after: next }, signal });
    groups.push(...more.groups);
    ({ next } = more);
  }
  const isTurned =
    choice.groupBy === "status" && choice.sort === "status" && choice.order === "desc";
  return { ...first, groups: isTurned ? groups.toReversed() : groups };
}

/** The status that a group of the list stands for; null where it is grouped by something else. */
export function statusOfGroup(
  key: string,
  { groupBy }: Pick<CaseOrder, "groupBy">,
): CaseStatus | null {
  return groupBy === "status" ? (key as CaseStatus) : null;
}
