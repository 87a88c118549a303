/** Reminders go out by the bureau's clock; plans follow what is open, and the schedule. */
import { and, asc, gt, isNotNull, lte, sql, type SQL } from "drizzle-orm";
import { REMINDERS_END_HOUR } from "contract/reminders";
import { system } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauNow } from "#server/database/bureau-clock.ts";
import type { Transaction } from "#server/database/connection.ts";
import { isDatabaseUnavailable } from "#server/database/errors.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announceCase } from "#server/events/announce.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { clientItems, readCases } from "#server/modules/checklist/checklist.service.ts";
import { tellDeadlines } from "./deadlines.ts";
import { isWorkingDay } from "./next-reminder-on.ts";
import { renewPlans } from "./plans.ts";
import { readSchedule } from "./schedule.ts";
import { sendDue } from "./send.ts";

const AT_ONCE = 100;
/** Cases of one transaction. */
const PIECE = 50;

/** Exported for its test, as the others. */
export const sendJob = defineJob(
  "reminders.send",
  { schedule: "*/15 * * * *", inBureauZone: true, atStart: true, expireInSeconds: 900 },
  () => sendAllDue(),
);

/** Each piece asks for the next, so a portal that is killed goes on where it was. */
export const replanJob = defineJob<{ after?: number }>(
  "reminders.replan",
  { expireInSeconds: 60 },
  ({ after }) => replan(after ?? 0),
);

/** Of cases from before there were plans. */
export const fillJob = defineJob(
  "reminders.fill",
  { atStart: true, expireInSeconds: 1800 },
  async () => {
    const isWithout = sql`exists (
        select from case_readiness k where k.case_id = c.id and k.client_open > 0)
      and not exists (select from reminder_plans p where p.case_id = c.id)`;
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      after = await inTransaction((tx) => renewPiece(tx, { after: from, isWanted: isWithout }));
    }
  },
);

export const deadlinesJob = defineJob(
  "reminders.deadlines",
  { schedule: "30 7 * * *", inBureauZone: true, atStart: true, expireInSeconds: 1800 },
  async () => {
    const { hour, minute } = bureauNow();
    if (hour * 60 + minute >= 7 * 60 + 30) await tellDeadlines();
  },
);

/** Only in the hours of a working day; what is left waits for the next one. */
async function sendAllDue(): Promise<void> {
  const schedule = await readSchedule(runtime.database);
  const isOpen = () => {
    const { day, hour } = bureauNow();
    const isHour = hour >= schedule.hour && hour < REMINDERS_END_HOUR;
    return schedule.isOn && isHour && isWorkingDay(day, schedule);
  };
  for (let after = 0, isMore = true; isMore && isOpen();) {
    const due = await dueAfter(after);
    for (const caseId of due) {
      if (!isOpen()) return;
      await sendOne(caseId);
    }
    isMore = due.length === AT_ONCE;
    after = due.at(-1) ?? after;
  }
}

async function dueAfter(after: number): Promise<number[]> {
  const { caseId, nextOn } = reminderPlans;
  const rows = await runtime.database
    .select({ caseId })
    .from(reminderPlans)
    .where(and(isNotNull(nextOn), lte(nextOn, bureauNow().day), gt(caseId, after)))
    .orderBy(asc(caseId))
    .limit(AT_ONCE);
  return rows.map((row) => row.caseId);
}

/** What somebody else is at is his; one case that fails holds up no other. */
async function sendOne(caseId: number): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      if (await isTaken(tx, caseId)) return;
      await sendDue(tx, caseId);
    });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (isGone(error)) return;
    runtime.log.error({ err: error, case: caseId }, "A reminder could not be sent");
  }
}

async function isTaken(tx: Transaction, caseId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('reminder ' || ${caseId}::integer, 0)) as "isMine"`,
  );
  return rows[0]?.isMine !== true;
}

function isGone(error: unknown): boolean {
  return error instanceof AppError && error.status === 404;
}

async function replan(after: number): Promise<void> {
  await inTransaction(async (tx) => {
    const last = await renewPiece(tx, { after, isWanted: sql`true` });
    if (last !== null) await replanJob.enqueue(tx, { after: last });
  });
}

/** Answers where the next piece begins; null at the end. */
async function renewPiece(
  tx: Transaction,
  { after, isWanted }: { after: number; isWanted: SQL },
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select c.id from cases c
    where c.id > ${after} and c.status not in ('citizen', 'cancelled') and ${isWanted}
    order by c.id limit ${PIECE} for key share`);
  const ids = rows.map(({ id }) => id);
  const readings = await readCases(tx, system, ids);
  const changed = await renewPlans(
    tx,
    readings.map((reading) => ({
      caseId: reading.caseFile.id,
      status: reading.caseFile.status,
      openCount: clientItems(checklistOf(reading)).length,
    })),
  );
  for (const { caseFile } of readings)
    if (changed.has(caseFile.id)) await announceCase(tx, caseFile, ["reminders"]);
  return ids.length === PIECE ? (ids.at(-1) ?? null) : null;
}
