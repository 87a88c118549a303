/** The reminders of one case: when they go out, who gets them, and which went out. */
import { desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import { addDays } from "contract/days";
import type { CaseReminders, ReminderPlan, ReminderPlanInput } from "contract/reminders";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, editConflict } from "#server/core/errors.ts";
import { withVersion } from "#server/core/revision.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Executor } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { reminders } from "#server/database/tables/reminders.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { changesBetween, record } from "#server/events/record.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { clientItems, readCase } from "#server/modules/checklist/checklist.service.ts";
import { dayOf, inRound, nextOf, type Plan, readPlan, writePlan } from "./plans.ts";
import { isReceiver, readPeople } from "./receivers.ts";
import { assertReminds } from "./reminders.policy.ts";
import { readSchedule } from "./schedule.ts";
import { holdChase } from "./send.ts";

const MOST_SENT = 10;
const MOST_DAYS_PAUSED = 365;
const WRONG_PAUSE = "Choose a day from tomorrow to one year ahead";

export async function get(actor: SignedInActor, caseId: number): Promise<CaseReminders> {
  assertReminds(actor);
  const [reading, stored, people, schedule, sent] = await readTogether((executor) =>
    Promise.all([
      readCase(executor, actor, caseId),
      readPlan(executor, caseId),
      readPeople(executor, caseId),
      readSchedule(executor),
      readSent(executor, caseId),
    ]),
  );
  const openCount = clientItems(checklistOf(reading)).length;
  const facts = { status: reading.caseFile.status, openCount };
  const plan = inRound(stored, { ...facts, today: bureauToday() });
  const receivers = people.filter(isReceiver).length;
  const next = nextOf({ schedule, plan, facts, receivers });
  return {
    plan: answerOf({ ...plan, nextOn: dayOf(next) }),
    stop: "stop" in next ? next.stop : null,
    nextOn: dayOf(next),
    openCount,
    recipients: people.map((person) => ({
      userId: person.userId,
      name: person.name,
      canBeReminded: isReceiver(person),
      reason: person.reason,
    })),
    sent,
  };
}

type Edit = {
  caseId: number;
  changes: z.output<typeof ReminderPlanInput>;
  basedOn: number | null;
};

export async function setPlan(
  actor: SignedInActor,
  { caseId, changes, basedOn }: Edit,
): Promise<ReminderPlan> {
  assertReminds(actor);
  const today = bureauToday();
  const { pausedUntil } = changes;
  const isTooFar = (day: string) => day <= today || day > addDays(today, MOST_DAYS_PAUSED);
  if (pausedUntil && isTooFar(pausedUntil)) throw badField("pausedUntil", WRONG_PAUSE);
  return inTransaction(async (tx) => {
    const { caseFile, plan, schedule, facts, people } = await holdChase(tx, actor, caseId);
    const wanted = {
      isOn: changes.isOn ?? plan.isOn,
      pausedUntil: pausedUntil === undefined ? plan.pausedUntil : pausedUntil,
    };
    const changed = changesBetween(plan, wanted);
    if (Object.keys(changed).length === 0) return answerOf(plan);
    if (basedOn !== null && basedOn !== plan.revision) throw editConflict(answerOf(plan));
    // Whoever is reminded again is not reminded at once.
    const isBack = wanted.isOn && !plan.isOn;
    const after: Plan = {
      ...plan,
      ...wanted,
      ...(isBack && { resumedOn: today }),
      revision: plan.revision + 1,
    };
    const receivers = people.filter(isReceiver).length;
    after.nextOn = dayOf(nextOf({ schedule, plan: after, facts, receivers }));
    await writePlan(tx, caseId, after);
    const side = (which: "from" | "to") =>
      Object.fromEntries(Object.entries(changed).map(([field, change]) => [field, change[which]]));
    await record(tx, actor, {
      name: "reminders.changed",
      case: caseFile,
      entries: [
        { action: "update", metadata: { reminders: { from: side("from"), to: side("to") } } },
      ],
    });
    return answerOf(after);
  });
}

function answerOf(plan: Plan): ReminderPlan {
  return withVersion(plan);
}

async function readSent(executor: Executor, caseId: number): Promise<CaseReminders["sent"]> {
  const staff = alias(users, "staff");
  const rows = await executor
    .select({
      id: reminders.id,
      sentOn: reminders.sentOn,
      sentAt: reminders.sentAt,
      userId: reminders.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      items: sql<number>`jsonb_array_length(${reminders.items})`,
      number: reminders.number,
      isByHand: reminders.isByHand,
      note: reminders.note,
      staff: {
        id: staff.id,
        firstName: staff.firstName,
        lastName: staff.lastName,
        profileImageUrl: staff.profileImageUrl,
      },
    })
    .from(reminders)
    .leftJoin(users, eq(users.id, reminders.userId))
    .leftJoin(staff, eq(staff.id, reminders.sentBy))
    .where(eq(reminders.caseId, caseId))
    .orderBy(desc(reminders.sentAt), desc(reminders.id))
    .limit(MOST_SENT);
  return rows.map(({ firstName, lastName, isByHand, staff: person, ...row }) => ({
    ...row,
    name: row.userId === null ? null : [firstName, lastName].filter(Boolean).join(" ") || null,
    by: isByHand ? "hand" : "schedule",
    staff: person && {
      ...person,
      firstName: person.firstName ?? "",
      lastName: person.lastName ?? "",
    },
  }));
}
