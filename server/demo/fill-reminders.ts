/** The bureau reminds: one family has heard of it twice already. */
import { addDays } from "contract/days";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { reminderSchedules } from "#server/database/tables/reminder-schedules.ts";
import { reminders } from "#server/database/tables/reminders.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { clientItems, readCase } from "#server/modules/checklist/checklist.service.ts";
import { personIn } from "./demo-accounts.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";

const REMINDED = "NR-2026-0003";
/** Days ago. */
const ROUND_BEGAN = 12;
const SENT = [9, 5];

/** Days are found when the checklists are derived. */
export async function switchRemindersOn(): Promise<void> {
  await runtime.database.update(reminderSchedules).set({ isOn: true });
}

export async function fillReminders({
  demoCase,
  caseFile,
  people,
  activity,
}: DemoCaseContext): Promise<void> {
  if (demoCase.caseId !== REMINDED) return;
  const reading = await readCase(runtime.database, system, caseFile.id);
  const items = clientItems(checklistOf(reading));
  const to = demoCase.assignedUsers
    .map((key) => personIn(people, key))
    .filter(({ role }) => role === "client")
    .map(({ id }) => id);
  const today = bureauToday();
  const days = SENT.map((ago) => addDays(today, -ago));
  for (const [index, sentOn] of days.entries()) {
    const number = index + 1;
    const sentAt = `${sentOn}T05:00:00.000Z`;
    await runtime.database.insert(reminders).values(
      to.map((userId) => ({
        caseId: caseFile.id,
        userId,
        isByHand: false,
        number,
        items: items.map(({ key, state, dueOn }) => ({ key, state, dueOn })),
        sentOn,
        sentAt,
      })),
    );
    const reminder = { to, items: items.length, number, by: "schedule" };
    activity.add({ action: "update", actorId: null, metadata: { reminder }, createdAt: sentAt });
  }
  const lastSentOn = days.at(-1) ?? null;
  await runtime.database.insert(reminderPlans).values({
    caseId: caseFile.id,
    roundStartedOn: addDays(today, -ROUND_BEGAN),
    sentInRound: days.length,
    lastScheduledOn: lastSentOn,
    lastSentOn,
    revision: 0,
  });
}
