/** The checklists of the cases whose documents somebody looks at: one round trip, however many cases there are. */
import { and, asc, desc } from "drizzle-orm";
import { pipelineStatuses } from "contract/rules";
import { system } from "#server/core/actor.ts";
import type { Executor } from "#server/database/connection.ts";
import { caseStatusHistory } from "#server/database/tables/case-status-history.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { documents } from "#server/database/tables/documents.ts";
import type { PipelineStatus } from "#server/modules/checklist/checklist-input.ts";
import type { DerivedChecklist } from "#server/modules/checklist/checklist-of.ts";
import {
  answeredColumns,
  type CaseFacts,
  checklistWith,
  factsOfCases,
  isAmong,
} from "./document-answers.ts";

export type CaseChecklist = { facts: CaseFacts; checklist: DerivedChecklist };

export async function checklistsOf(
  executor: Executor,
  caseIds: readonly number[],
): Promise<Map<number, CaseChecklist>> {
  const [factsOf, papers, decisions, moves] = await Promise.all([
    factsOfCases(executor, caseIds),
    executor
      .select(answeredColumns(system))
      .from(documents)
      .where(and(isAmong(documents.caseId, caseIds), documents.isCurrent)),
    executor
      .select()
      .from(checklistDecisions)
      .where(isAmong(checklistDecisions.caseId, caseIds))
      .orderBy(asc(checklistDecisions.id)),
    executor
      .select()
      .from(caseStatusHistory)
      .where(isAmong(caseStatusHistory.caseId, caseIds))
      .orderBy(desc(caseStatusHistory.endedAt), desc(caseStatusHistory.id)),
  ]);
  const papersOf = Map.groupBy(papers, ({ caseId }) => caseId);
  const decisionsOf = Map.groupBy(decisions, ({ caseId }) => caseId);
  const movesOf = Map.groupBy(moves, ({ caseId }) => caseId);
  return new Map(
    [...factsOf].map(([caseId, facts]) => {
      const checklist = checklistWith(facts, papersOf.get(caseId) ?? [], {
        // Who decided is told by the checklist itself.
        decisions: (decisionsOf.get(caseId) ?? []).map((row) => ({ ...row, by: null })),
        lastPipelineStatus: lastOfPipeline(movesOf.get(caseId) ?? []),
      });
      return [caseId, { facts, checklist }];
    }),
  );
}

type Move = Pick<typeof caseStatusHistory.$inferSelect, "fromStatus" | "toStatus">;

/** Latest first; where a case on hold stood before. */
function lastOfPipeline(moves: readonly Move[]): PipelineStatus | null {
  const statuses = moves.flatMap(({ toStatus, fromStatus }) => [toStatus, fromStatus]);
  return statuses.find((status) => pipelineStatuses.includes(status)) ?? null;
}
