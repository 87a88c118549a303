/** The rows of readiness follow the checklists: derived after the change, never while anybody waits for it. */
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Program } from "contract/case-parts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import { cases } from "#server/database/tables/cases.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { Reaction } from "#server/events/record.ts";
import { defineGatheringJob, defineJob } from "#server/jobs/jobs.ts";
import { PIECE, refreshCases, refreshPiece, waitForWriters } from "./readiness-rows.service.ts";

const AFTER_MIDNIGHT = "10 0 * * *";

export const refreshCaseJob = defineGatheringJob<{ caseId: number }>(
  "checklist.refreshCase",
  { onePerKey: true },
  async (due) => {
    const ids = [...new Set(due.map(({ caseId }) => caseId))];
    await refreshCases(ids);
  },
);

/** A new day turns papers out of date and items overdue without anybody acting. Exported for its test. */
export const refreshJob = defineJob(
  "checklist.refresh",
  { schedule: AFTER_MIDNIGHT, inBureauZone: true, atStart: true, expireInSeconds: 1800 },
  refreshOpenCases,
);

/** Enqueued with the change of a rule; each piece asks for the next, so a portal that is killed goes on where it was. */
export const refreshProgramJob = defineJob<{ program: Program; after?: number }>(
  "checklist.refreshProgram",
  { expireInSeconds: 60 },
  ({ program, after }) => refreshProgram(program, after ?? 0),
);

/** Of cases from before there was a checklist. */
defineJob("checklist.fill", { atStart: true, expireInSeconds: 1800 }, () => fillReadiness());

const changesChecklist =
  /^(?:case\..*|applicants\.saved|document\.(?:uploaded|updated|removed|reviewed|reviewUndone)|checklist\.(?:decided|extra.*))$/;

/** One insert with whatever else the change sets off; a case whose job waits needs no other. */
export const refreshReadiness: Reaction = async (tx, _actor, event) => {
  const caseId = event.case.id;
  if (changesChecklist.test(event.name))
    await refreshCaseJob.enqueue(tx, { caseId }, { key: String(caseId) });
};

export async function refreshOpenCases(): Promise<void> {
  const isOpen = sql`c.status not in ('citizen', 'cancelled')`;
  await refreshWhere(sql`${isOpen} and k.derived_on is distinct from ${bureauToday()}::date`);
}

export async function fillReadiness(): Promise<void> {
  await refreshWhere(sql`k.case_id is null`);
}

async function refreshProgram(program: Program, after: number): Promise<void> {
  const found = await runtime.database
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.citizenshipProgram, program), gt(cases.id, after)))
    .orderBy(cases.id)
    .limit(PIECE);
  const ids = found.map(({ id }) => id);
  await waitForWriters(ids);
  await inTransaction(async (tx) => {
    await refreshPiece(tx, ids);
    const last = ids[PIECE - 1];
    if (last !== undefined) await refreshProgramJob.enqueue(tx, { program, after: last });
  });
}

/** In the order of their numbers; a case that is deleted meanwhile is passed over. */
async function refreshWhere(condition: SQL): Promise<void> {
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await runtime.database.execute<{ id: number }>(sql`
      select c.id from cases c left join case_readiness k on k.case_id = c.id
      where ${condition} and c.id > ${after} order by c.id limit ${PIECE}`);
    await refreshCases(rows.map(({ id }) => id));
    isMore = rows.length === PIECE;
    after = rows.at(-1)?.id ?? after;
  }
}
