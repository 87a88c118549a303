import type { TransitionStatistic } from "contract/analytics";
import { caseStatuses } from "contract/case-status";

/** As a case goes: read from top to bottom, the rows tell its way. */
export function inPipelineOrder(rows: readonly TransitionStatistic[]): TransitionStatistic[] {
  const place = (row: TransitionStatistic) =>
    caseStatuses.indexOf(row.fromStatus) * caseStatuses.length + caseStatuses.indexOf(row.toStatus);
  return rows.toSorted((a, b) => place(a) - place(b));
}
