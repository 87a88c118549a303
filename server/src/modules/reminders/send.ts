/** Writes reminders: a row and a mail for each person, and one line of activity for all of them. */
import type { ChecklistItem } from "contract/checklist";
import { type AuditableActor, system, userIdOf } from "#server/core/actor.ts";
import { sentReminders } from "#server/core/service-meters.ts";
import { bureauNow } from "#server/database/bureau-clock.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { reminders } from "#server/database/tables/reminders.ts";
import { record } from "#server/events/record.ts";
import { sendMails } from "#server/mail/outbox.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import {
  type CaseReading,
  clientItems,
  readCase,
} from "#server/modules/checklist/checklist.service.ts";
import { caseMailTo } from "#server/modules/notifications/case-mail.ts";
import { type CaseFacts, dayOf, holdPlan, inRound, nextOf, type Plan, writePlan } from "./plans.ts";
import { isReceiver, type Person, readPeople, type Receiver } from "./receivers.ts";
import { reminderData } from "./reminder-mail.ts";
import { readSchedule, type Schedule } from "./schedule.ts";

/** A case as it is when somebody is reminded; its lock is held. */
export type Chase = {
  caseFile: { id: number; caseId: string; title: string };
  reading: CaseReading;
  items: readonly ChecklistItem[];
  people: readonly Person[];
  schedule: Schedule;
  plan: Plan;
  facts: CaseFacts;
};

export async function holdChase(
  tx: Transaction,
  actor: AuditableActor,
  caseId: number,
): Promise<Chase> {
  const [caseFile, plan, reading, people, schedule] = await Promise.all([
    lockCase(tx, actor, caseId),
    holdPlan(tx, caseId),
    readCase(tx, system, caseId),
    readPeople(tx, caseId),
    readSchedule(tx),
  ]);
  const items = clientItems(checklistOf(reading));
  const facts = { caseId, status: caseFile.status, openCount: items.length };
  const today = bureauNow().day;
  const running = inRound(plan, { ...facts, today });
  return { caseFile, reading, items, people, schedule, plan: running, facts };
}

/** On its day; otherwise the plan only moves. Answers whether anybody was reminded. */
export async function sendDue(tx: Transaction, caseId: number): Promise<boolean> {
  const chase = await holdChase(tx, system, caseId);
  const { plan, schedule, facts, people } = chase;
  const receivers = people.filter(isReceiver);
  const next = nextOf({ schedule, plan, facts, receivers: receivers.length });
  const today = bureauNow().day;
  if (!("on" in next) || next.on > today) {
    await writePlan(tx, caseId, { ...plan, nextOn: dayOf(next) });
    return false;
  }
  const number = plan.sentInRound + 1;
  await write(tx, system, { chase, receivers, number, note: null });
  await moveOn(tx, chase, {
    ...plan,
    sentInRound: number,
    lastScheduledOn: today,
    lastSentOn: today,
  });
  return true;
}

type ByHand = { chase: Chase; receivers: readonly Receiver[]; note: string | null };

/** Does not count towards those of the round. */
export async function sendByHand(
  tx: Transaction,
  actor: AuditableActor,
  { chase, ...rest }: ByHand,
): Promise<void> {
  await write(tx, actor, { chase, ...rest, number: null });
  await moveOn(tx, chase, { ...chase.plan, lastSentOn: bureauNow().day });
}

async function moveOn(tx: Transaction, { facts, schedule, people }: Chase, plan: Plan) {
  const receivers = people.filter(isReceiver).length;
  const nextOn = dayOf(nextOf({ schedule, plan, facts, receivers }));
  await writePlan(tx, facts.caseId, { ...plan, nextOn });
}

type Writing = ByHand & { number: number | null };

async function write(
  tx: Transaction,
  actor: AuditableActor,
  { chase, receivers, number, note }: Writing,
): Promise<void> {
  const { caseFile, items, reading } = chase;
  const { day: sentOn, moment } = bureauNow();
  const isByHand = number === null;
  const mails = await Promise.all(
    receivers.map(async (person) => {
      const { frame, sending } = await mailTo(tx, person, caseFile.id);
      const data = reminderData({ reading, items, note, frame });
      return {
        template: "reminder" as const,
        ...sending,
        to: { email: person.email, name: "" },
        data,
      };
    }),
  );
  const mailIds = await sendMails(tx, mails);
  await tx.insert(reminders).values(
    receivers.map(({ userId }, index) => ({
      caseId: caseFile.id,
      userId,
      sentBy: userIdOf(actor),
      isByHand,
      number,
      items: items.map(({ key, state, dueOn }) => ({ key, state, dueOn })),
      note,
      mailId: mailIds[index] ?? null,
      sentOn,
      sentAt: moment.toISOString(),
    })),
  );
  const by = isByHand ? "hand" : "schedule";
  const reminder = {
    to: receivers.map(({ userId }) => userId),
    items: items.length,
    ...(number !== null && { number }),
    by,
  };
  await record(tx, actor, {
    name: "reminders.sent",
    case: caseFile,
    entries: [{ action: "update", metadata: { reminder } }],
  });
  for (const _person of receivers) sentReminders.add({ by });
}

/** What everybody gets is greeted alike, so that it is what was looked at before. */
export async function mailTo(executor: Executor, person: Receiver, caseId: number) {
  const { userId: id, email, firstName, lastName } = person;
  const reader = { id, email, firstName, lastName, role: "client" as const, isAdmin: false };
  return caseMailTo(executor, reader, { caseId, scope: "r" });
}
