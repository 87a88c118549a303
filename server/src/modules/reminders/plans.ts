/** The plans of cases: which round runs, and on which day its next reminder goes out. */
import { inArray, sql } from "drizzle-orm";
import type { CaseStatus } from "contract/case-status";
import { REMINDERS_END_HOUR } from "contract/reminders";
import { bureauNow } from "#server/database/bureau-clock.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { isEnded, type NextReminder, nextReminderOn } from "./next-reminder-on.ts";
import { countReceivers } from "./receivers.ts";
import { readSchedule, type Schedule } from "./schedule.ts";

export type Plan = Omit<typeof reminderPlans.$inferSelect, "caseId">;
export type CaseFacts = { caseId: number; status: CaseStatus; openCount: number };

/** Where there is no row. */
export const noPlan: Plan = {
  isOn: true,
  pausedUntil: null,
  resumedOn: null,
  roundStartedOn: null,
  sentInRound: 0,
  lastScheduledOn: null,
  lastSentOn: null,
  nextOn: null,
  revision: 0,
};

/** A round runs from the day on which something is open until nothing is, or the case has ended. */
export function inRound(
  plan: Plan,
  { openCount, status, today }: Pick<CaseFacts, "openCount" | "status"> & { today: string },
): Plan {
  const isRunning = openCount > 0 && !isEnded(status);
  if (isRunning && plan.roundStartedOn !== null) return plan;
  if (!isRunning && plan.roundStartedOn === null) return plan;
  const roundStartedOn = isRunning ? today : null;
  return { ...plan, roundStartedOn, sentInRound: 0, lastScheduledOn: null };
}

type Asked = {
  schedule: Schedule;
  plan: Plan;
  facts: Pick<CaseFacts, "openCount" | "status">;
  receivers: number;
};

export function nextOf({ schedule, plan, facts, receivers }: Asked): NextReminder {
  const { day: today, hour } = bureauNow();
  const isOver = hour >= REMINDERS_END_HOUR;
  return nextReminderOn({ schedule, plan, ...facts, receivers, today, isOver });
}

export function dayOf(next: NextReminder): string | null {
  return "on" in next ? next.on : null;
}

export async function readPlan(executor: Executor, caseId: number): Promise<Plan> {
  return (await readPlans(executor, [caseId])).get(caseId) ?? noPlan;
}

export async function readPlans(
  executor: Executor,
  ids: readonly number[],
  { isHeld = false } = {},
): Promise<Map<number, Plan>> {
  const query = executor
    .select()
    .from(reminderPlans)
    .where(inArray(reminderPlans.caseId, [...ids]))
    .orderBy(reminderPlans.caseId);
  const rows = await (isHeld ? query.for("update") : query);
  return new Map(rows.map(({ caseId, ...plan }) => [caseId, plan]));
}

/** Held until the transaction ends. */
export async function holdPlan(tx: Transaction, caseId: number): Promise<Plan> {
  return (await readPlans(tx, [caseId], { isHeld: true })).get(caseId) ?? noPlan;
}

/** Rounds begin and end, and days move; answers the cases whose plan is another one now. */
export async function renewPlans(
  tx: Transaction,
  cases: readonly CaseFacts[],
  schedule?: Schedule,
): Promise<Set<number>> {
  const ids = cases.map(({ caseId }) => caseId);
  const today = bureauNow().day;
  const [known, receivers, now] = await Promise.all([
    readPlans(tx, ids, { isHeld: true }),
    countReceivers(tx, ids),
    schedule ?? readSchedule(tx),
  ]);
  const changed = cases.flatMap((facts) => {
    const before = known.get(facts.caseId);
    const plan = inRound(before ?? noPlan, { ...facts, today });
    const asked = { schedule: now, plan, facts, receivers: receivers.get(facts.caseId) ?? 0 };
    const nextOn = dayOf(nextOf(asked));
    const isSame = plan === (before ?? noPlan) && plan.nextOn === nextOn;
    return isSame ? [] : [{ ...plan, nextOn, caseId: facts.caseId }];
  });
  await writeRounds(tx, changed);
  return new Set(changed.map(({ caseId }) => caseId));
}

type PlanRow = Plan & { caseId: number };

/** Never what people have said of it. */
async function writeRounds(tx: Transaction, rows: readonly PlanRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(reminderPlans)
    .values([...rows])
    .onConflictDoUpdate({
      target: reminderPlans.caseId,
      set: {
        roundStartedOn: sql`excluded.round_started_on`,
        sentInRound: sql`excluded.sent_in_round`,
        lastScheduledOn: sql`excluded.last_scheduled_on`,
        nextOn: sql`excluded.next_on`,
      },
    });
}

export async function writePlan(tx: Transaction, caseId: number, plan: Plan): Promise<void> {
  await tx
    .insert(reminderPlans)
    .values({ caseId, ...plan })
    .onConflictDoUpdate({ target: reminderPlans.caseId, set: plan });
}
