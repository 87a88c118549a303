/** What comes next, of all cases that one sees: first those that need a person. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { REMINDERS_PAGE_SIZE, type UpcomingReminder } from "contract/reminders";
import { type SignedInActor, system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import { cases } from "#server/database/tables/cases.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { clientItems, readCases } from "#server/modules/checklist/checklist.service.ts";
import { dayOf, inRound, nextOf, noPlan, readPlans } from "./plans.ts";
import { readReceivers } from "./receivers.ts";
import { assertReminds } from "./reminders.policy.ts";
import { readSchedule } from "./schedule.ts";

type Page = { items: UpcomingReminder[]; total: number };

export async function list(actor: SignedInActor, { page }: { page: number }): Promise<Page> {
  assertReminds(actor);
  const schedule = await readSchedule(runtime.database);
  if (!schedule.isOn) return { items: [], total: 0 };
  const isUpcoming = and(
    isNotNull(reminderPlans.roundStartedOn),
    eq(reminderPlans.isOn, true),
    sql`${cases.status} not in ('hold', 'cancelled', 'citizen')`,
    visibleCases(actor),
  );
  const ofCase = eq(cases.id, reminderPlans.caseId);
  const [rows, [counted]] = await Promise.all([
    runtime.database
      .select({ id: cases.id })
      .from(reminderPlans)
      .innerJoin(cases, ofCase)
      .where(isUpcoming)
      .orderBy(sql`${reminderPlans.nextOn} asc nulls first`, cases.id)
      .limit(REMINDERS_PAGE_SIZE)
      .offset((page - 1) * REMINDERS_PAGE_SIZE),
    runtime.database
      .select({ total: sql<number>`count(*)::integer` })
      .from(reminderPlans)
      .innerJoin(cases, ofCase)
      .where(isUpcoming),
  ]);
  const ids = rows.map(({ id }) => id);
  return { items: await describe(ids, schedule), total: counted?.total ?? 0 };
}

/** As the function answers now, in the order that was found. */
async function describe(
  ids: readonly number[],
  schedule: Awaited<ReturnType<typeof readSchedule>>,
): Promise<UpcomingReminder[]> {
  const { database } = runtime;
  const [readings, plans, receivers] = await Promise.all([
    readCases(database, system, ids),
    readPlans(database, ids),
    readReceivers(database, ids),
  ]);
  const today = bureauToday();
  const found = new Map(readings.map((reading) => [reading.caseFile.id, reading]));
  return ids.flatMap((id) => {
    const reading = found.get(id);
    if (!reading) return [];
    const { caseId, title, status } = reading.caseFile;
    const openCount = clientItems(checklistOf(reading)).length;
    const facts = { status, openCount };
    const plan = inRound(plans.get(id) ?? noPlan, { ...facts, today });
    const people = receivers.get(id) ?? [];
    const next = nextOf({ schedule, plan, facts, receivers: people.length });
    return {
      case: { id, caseId, title },
      people,
      openCount,
      nextOn: dayOf(next),
      pausedUntil: plan.pausedUntil,
      stop: "stop" in next ? next.stop : null,
      sentInRound: plan.sentInRound,
      most: schedule.most,
    };
  });
}
