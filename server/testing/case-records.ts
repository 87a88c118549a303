/** What the database holds of a case, for tests that look behind the answers. */
import { asc, desc, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { caseStatusHistory } from "#server/database/tables/case-status-history.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";

export async function caseRow(id: number): Promise<CaseRow> {
  const [row] = await runtime.database.select().from(cases).where(eq(cases.id, id));
  if (!row) throw new Error(`There is no case ${id}`);
  return row;
}

/** Newest first. */
export function eventsOf(caseId: number) {
  return runtime.database
    .select()
    .from(caseEvents)
    .where(eq(caseEvents.caseId, caseId))
    .orderBy(desc(caseEvents.seq));
}

/** Oldest first. */
export function statusDurationsOf(caseId: number) {
  return runtime.database
    .select()
    .from(caseStatusHistory)
    .where(eq(caseStatusHistory.caseId, caseId))
    .orderBy(asc(caseStatusHistory.id));
}
