/** When the bureau chases: one schedule for all cases. Saved or only tried, it says what it changes. */
import { isNotNull, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { CaseStatus } from "contract/case-status";
import {
  type ReminderSchedule,
  type ReminderScheduleInput,
  remindersApi,
} from "contract/reminders";
import type { SignedInActor } from "#server/core/actor.ts";
import { editConflict } from "#server/core/errors.ts";
import { withVersion } from "#server/core/revision.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Executor } from "#server/database/connection.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { reminderSchedules } from "#server/database/tables/reminder-schedules.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { dayOf, nextOf, type Plan } from "./plans.ts";
import { hasReceivers } from "./receivers.ts";
import { replanJob } from "./reminders.jobs.ts";
import { assertKeepsSchedule, assertReminds } from "./reminders.policy.ts";
import { readSchedule, type Schedule } from "./schedule.ts";

type Effects = { changedCases: number; firstOn: string | null };
type Saved = Effects & { schedule: ReminderSchedule };

export async function getSchedule(actor: SignedInActor): Promise<ReminderSchedule> {
  assertReminds(actor);
  return withVersion(await readSchedule(runtime.database));
}

type Edit = {
  input: z.output<typeof ReminderScheduleInput>;
  basedOn: number | null;
  isDry: boolean;
};

export async function setSchedule(
  actor: SignedInActor,
  { input, basedOn, isDry }: Edit,
): Promise<Saved> {
  assertKeepsSchedule(actor);
  return inTransaction(async (tx) => {
    const before = await readSchedule(tx, { isHeld: true });
    const fields = changedFields(before, input);
    if (basedOn !== null && basedOn !== before.revision && fields.length > 0)
      throw editConflict(withVersion(before));
    const after = { ...input, revision: before.revision };
    const effects = await effectsOf(tx, before, after);
    if (isDry || fields.length === 0) return { schedule: withVersion(after), ...effects };
    const [row] = await tx.update(reminderSchedules).set(input).returning();
    if (!row) throw new Error("The schedule was not returned");
    // Nobody is reminded at once of an old silence.
    if (isSwitchedOn(before, after))
      await tx
        .update(reminderPlans)
        .set({ resumedOn: bureauToday() })
        .where(isNotNull(reminderPlans.roundStartedOn));
    await replanJob.enqueue(tx, {});
    await recordSecurityEvent(tx, {
      kind: "reminders.scheduleChanged",
      userId: actor.id,
      metadata: { fields },
    });
    await announce(tx, {
      audience: "everyone",
      keys: [remindersApi.schedule.path, `${remindersApi.list.path}*`],
    });
    const { id: _one, updatedAt: _moment, ...schedule } = row;
    return { schedule: withVersion(schedule), ...effects };
  });
}

function changedFields(before: Schedule, input: Edit["input"]): string[] {
  return Object.entries(input)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as "isOn"]))
    .map(([field]) => field);
}

function isSwitchedOn(before: Schedule, after: Schedule): boolean {
  return after.isOn && !before.isOn;
}

type Running = Plan & { status: CaseStatus; isReached: boolean };

/** A round runs only where something is open. */
async function effectsOf(tx: Executor, before: Schedule, after: Schedule): Promise<Effects> {
  const { rows } = await tx.execute<Running>(sql`
    select p.is_on as "isOn", p.paused_until as "pausedUntil", p.resumed_on as "resumedOn",
      p.round_started_on as "roundStartedOn", p.sent_in_round as "sentInRound",
      p.last_scheduled_on as "lastScheduledOn", p.last_sent_on as "lastSentOn",
      p.next_on as "nextOn", p.revision, c.status, ${hasReceivers} as "isReached"
    from reminder_plans p join cases c on c.id = p.case_id
    where p.round_started_on is not null`);
  const today = bureauToday();
  const resumed = isSwitchedOn(before, after) ? { resumedOn: today } : {};
  const days = rows.map(({ status, isReached, ...plan }) => {
    const facts = { facts: { status, openCount: 1 }, receivers: isReached ? 1 : 0 };
    return {
      old: dayOf(nextOf({ schedule: before, plan, ...facts })),
      next: dayOf(nextOf({ schedule: after, plan: { ...plan, ...resumed }, ...facts })),
    };
  });
  const nextDays = days.flatMap(({ next }) => next ?? []).toSorted();
  return {
    changedCases: days.filter(({ old, next }) => old !== next).length,
    firstOn: nextDays[0] ?? null,
  };
}
