/** A case of which papers are missing, and the days on which its clients are reminded. */
import { eq } from "drizzle-orm";
import { checklistApi } from "contract/checklist";
import { type ReminderScheduleInput, remindersApi } from "contract/reminders";
import { runtime } from "#server/core/runtime.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { reminderSchedules } from "#server/database/tables/reminder-schedules.ts";
import { reminders } from "#server/database/tables/reminders.ts";
import { sendJob } from "#server/modules/reminders/reminders.jobs.ts";
import { type Actors, openActors } from "./actors.ts";
import type { CaseInput } from "./factories/cases.ts";
import { runDueJobs } from "./jobs.ts";
import { mailsTo } from "./mails.ts";
import type { TestApp } from "./test-app.ts";

export const usualSchedule: ReminderScheduleInput = {
  isOn: true,
  firstDays: [3, 7, 14],
  everyDays: 7,
  most: 8,
  hour: 9,
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  overdueDays: 14,
};

/** A Monday, at nine where the bureau is. */
export const MONDAY = "2026-11-02";

export function setDay(portal: TestApp, day: string, time = "05:00:00"): void {
  portal.clock.set(`${day}T${time}Z`);
}

export async function storeSchedule(changes: Partial<ReminderScheduleInput> = {}): Promise<void> {
  await runtime.database.update(reminderSchedules).set({ ...usualSchedule, ...changes });
}

export type Chased = Actors & {
  id: number;
  /** Asked for by the agent; the key of the item. */
  ask(title?: string, dueOn?: string): Promise<{ key: string; extraId: number }>;
  withdraw(extraId: number): Promise<void>;
  settle(): Promise<void>;
  plan(): Promise<typeof reminderPlans.$inferSelect | undefined>;
  sent(): Promise<(typeof reminders.$inferSelect)[]>;
  /** What the client was reminded of. */
  letters(): ReturnType<typeof mailsTo>;
};

/** With one paper asked for, and its plan. */
export async function openChased(portal: TestApp, input: CaseInput = {}): Promise<Chased> {
  const actors = await openActors(portal, input);
  const { id } = actors.caseFile;
  const chased: Chased = {
    ...actors,
    id,
    async ask(title = "Deed of the flat", dueOn) {
      const body = { title, ...(dueOn !== undefined && { dueOn }) };
      const item = await actors.agent.call(checklistApi.addExtra, { params: { id }, body });
      return { key: item.key, extraId: item.extraId ?? 0 };
    },
    async withdraw(extraId) {
      await actors.agent.call(checklistApi.removeExtra, { params: { id, extraId } });
    },
    settle: async () => void (await runDueJobs("checklist.refreshCase")),
    async plan() {
      const [row] = await runtime.database
        .select()
        .from(reminderPlans)
        .where(eq(reminderPlans.caseId, id));
      return row;
    },
    sent: () =>
      runtime.database
        .select()
        .from(reminders)
        .where(eq(reminders.caseId, id))
        .orderBy(reminders.id),
    letters: async () =>
      (await mailsTo(actors.people.client.email)).filter(({ template }) => template === "reminder"),
  };
  await chased.ask();
  await chased.settle();
  return chased;
}

/** What the schedule sends on that day, at nine unless said otherwise. */
export async function sendOn(portal: TestApp, day: string, time?: string): Promise<void> {
  setDay(portal, day, time);
  await sendJob.run({});
}

export const remindersOf = ({ agent, id }: Chased) =>
  agent.call(remindersApi.get, { params: { id } });
