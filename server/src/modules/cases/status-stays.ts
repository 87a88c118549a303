/** How long a case stayed in each status. */
import { type AuditableActor, userIdOf } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseStatusHistory } from "#server/database/tables/case-status-history.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";

type Stay = { before: CaseRow; after: CaseRow; endedAt: Date };

/** A row closes the stay in the old status; opening a case writes none (D-146). */
export async function recordStatusDuration(
  tx: Transaction,
  actor: AuditableActor,
  { before, after, endedAt }: Stay,
) {
  const durationMs = endedAt.getTime() - Date.parse(before.lastStatusUpdatedAt);
  await tx.insert(caseStatusHistory).values({
    caseId: before.id,
    fromStatus: before.status,
    toStatus: after.status,
    startedAt: before.lastStatusUpdatedAt,
    endedAt: endedAt.toISOString(),
    durationMs: Math.max(0, durationMs),
    changedBy: userIdOf(actor),
  });
}
