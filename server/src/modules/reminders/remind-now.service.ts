/** A reminder by hand: any day and hour, but not while nothing is open or the case rests. */
import { and, gt, inArray, isNotNull } from "drizzle-orm";
import { caseStatusTexts } from "contract/case-status";
import type { SignedInActor } from "#server/core/actor.ts";
import { badRequest, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { reminders } from "#server/database/tables/reminders.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { renderMail } from "#server/mail/outbox.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { clientItems, readCase } from "#server/modules/checklist/checklist.service.ts";
import { isResting } from "./next-reminder-on.ts";
import type { CaseFacts } from "./plans.ts";
import { isReceiver, type Person, readPeople, type Receiver } from "./receivers.ts";
import { reminderData } from "./reminder-mail.ts";
import { assertReminds } from "./reminders.policy.ts";
import { holdChase, mailTo, sendByHand } from "./send.ts";

const HOURS_BETWEEN = 12;
const HOUR_MS = 3_600_000;

type Wanted = { caseId: number; note?: string | null | undefined };

/** To the letter what would be sent. */
export async function preview(
  actor: SignedInActor,
  { caseId, note }: Wanted,
): Promise<{ subject: string; text: string }> {
  assertReminds(actor);
  return readTogether(async (executor) => {
    const [reading, people] = await Promise.all([
      readCase(executor, actor, caseId),
      readPeople(executor, caseId),
    ]);
    const items = clientItems(checklistOf(reading));
    if (items.length === 0) throw nothingOpen();
    const { frame } = await mailTo(executor, people.find(isReceiver) ?? nobody, caseId);
    const data = reminderData({ reading, items, note: note || null, frame });
    const { subject, text } = renderMail({ template: "reminder", data }, null);
    return { subject, text };
  });
}

/** There may be nobody to send it to yet. */
const nobody: Receiver = {
  userId: 0,
  name: "",
  firstName: "",
  lastName: "",
  email: "",
  reason: null,
};

export async function remind(
  actor: SignedInActor,
  { caseId, userIds, note }: Wanted & { userIds: readonly number[] },
): Promise<{ sent: number }> {
  assertReminds(actor);
  return inTransaction(async (tx) => {
    const chase = await holdChase(tx, actor, caseId);
    const receivers = userIds.map((id) => findReceiver(chase.people, id));
    assertCanChase(chase.facts);
    const reminded = (await readReminded(tx, [caseId])).get(caseId);
    const recent = receivers.find(({ userId }) => reminded?.has(userId));
    if (recent) throw tooSoon(recent);
    await sendByHand(tx, actor, { chase, receivers, note: note || null });
    return { sent: receivers.length };
  });
}

function findReceiver(people: readonly Person[], userId: number): Receiver {
  const person = people.find((each) => each.userId === userId);
  if (!person) throw badRequest("This person cannot be reminded");
  if (!isReceiver(person)) throw badRequest(`${person.name} cannot be reminded`);
  return person;
}

export function assertCanChase({
  status,
  openCount,
}: Pick<CaseFacts, "status" | "openCount">): void {
  if (isResting(status))
    throw wrongState(`No reminders while the case is ${caseStatusTexts[status].label}.`);
  if (openCount === 0) throw nothingOpen();
}

/** Who has been reminded a short while ago, by case. */
export async function readReminded(
  executor: Executor,
  caseIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const since = new Date(runtime.clock.now().getTime() - HOURS_BETWEEN * HOUR_MS).toISOString();
  const { caseId, userId, sentAt } = reminders;
  const rows = await executor
    .select({ caseId, userId })
    .from(reminders)
    .where(and(inArray(caseId, [...caseIds]), isNotNull(userId), gt(sentAt, since)));
  return new Map(
    [...Map.groupBy(rows, (row) => row.caseId)].map(([id, ofCase]) => [
      id,
      new Set(ofCase.flatMap((row) => row.userId ?? [])),
    ]),
  );
}

function nothingOpen() {
  return wrongState("Nothing is open for the client.");
}

export function tooSoon({ name }: Pick<Receiver, "name">) {
  return wrongState(`${name} was reminded less than ${HOURS_BETWEEN} hours ago.`);
}
