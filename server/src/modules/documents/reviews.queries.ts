/** Which documents wait, as far as this actor may judge them. */
import { and, eq, notInArray, type SQL, sql } from "drizzle-orm";
import type { ReviewQueueQuery } from "contract/reviews";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { documents } from "#server/database/tables/documents.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { visibleDocuments } from "./documents.policy.ts";

export type QueueFilters = Pick<ReviewQueueQuery, "case" | "adviser" | "program" | "category">;

/** Written out, as it stands in the index, which a parameter would keep from being used. */
const isWaiting = sql`${documents.reviewState} = 'waiting' and ${documents.isCurrent}`;

export function inQueue(actor: SignedInActor, filters: QueueFilters): SQL | undefined {
  const { case: caseId, adviser, program, category } = filters;
  return and(
    isWaiting,
    notInArray(cases.status, ["citizen", "cancelled"]),
    visibleCases(actor),
    visibleDocuments(actor),
    caseId === undefined ? undefined : eq(cases.id, caseId),
    program === undefined ? undefined : eq(cases.citizenshipProgram, program),
    category === undefined ? undefined : eq(documents.category, category),
    adviser === undefined
      ? undefined
      : sql`exists (select from case_assignments a where a.case_id = ${cases.id} and a.user_id = ${adviser})`,
  );
}

export async function countWaiting(actor: SignedInActor, filters: QueueFilters): Promise<number> {
  const [row] = await runtime.database
    .select({ count: sql<number>`count(*)::int` })
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(inQueue(actor, filters));
  return row?.count ?? 0;
}
