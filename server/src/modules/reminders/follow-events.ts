/** What a change means for the plan of its case, in its own transaction; the day is found when the checklist is derived. */
import { and, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import type { CaseStatus } from "contract/case-status";
import type { AuditableActor } from "#server/core/actor.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { writeAtEnd } from "#server/database/transaction.ts";
import { announceCase } from "#server/events/announce.ts";
import { eventDefinition } from "#server/events/definitions.ts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import type { Reaction } from "#server/events/record.ts";
import type { DerivedReadiness } from "#server/modules/checklist/followers.ts";
import { isEnded, isResting } from "./next-reminder-on.ts";
import { renewPlans } from "./plans.ts";

export const followEvents: Reaction = async (tx, actor, event) => {
  if (event.name === "case.statusChanged") await followStatus(tx, event);
  else if (asksForNew(event, actor)) await writeAtEnd(tx, startAgain, event.case.id);
};

/** Whoever comes back from resting is not reminded at once; an end ends the round too. */
async function followStatus(tx: Transaction, { case: { id }, entries }: DomainEvent) {
  const { from, to } = (entries[0]?.metadata ?? {}) as { from: CaseStatus; to: CaseStatus };
  const isBack = isResting(from) && !isResting(to);
  if (!isBack && !isEnded(to)) return;
  const ended = { roundStartedOn: null, sentInRound: 0, lastScheduledOn: null, nextOn: null };
  await tx
    .update(reminderPlans)
    .set(isBack ? { resumedOn: bureauToday() } : ended)
    .where(eq(reminderPlans.caseId, id));
}

/** A person asks for a paper, or for another one. */
function asksForNew(event: DomainEvent, actor: AuditableActor): boolean {
  const telling = eventDefinition(event.name).tells?.(event, actor);
  if (telling?.kind === "item_requested") return true;
  return telling?.kind === "document_reviewed" && telling.about.some(({ isChange }) => isChange);
}

/** After the last reminder of a round. */
async function startAgain(tx: Executor, caseIds: readonly number[]): Promise<void> {
  await tx
    .update(reminderPlans)
    .set({ roundStartedOn: bureauToday(), sentInRound: 0, lastScheduledOn: null })
    .where(
      and(
        inArray(reminderPlans.caseId, [...caseIds]),
        isNotNull(reminderPlans.roundStartedOn),
        gte(reminderPlans.sentInRound, sql`(select most from reminder_schedules)`),
      ),
    );
}

/** With each derivation, and so each night: rounds begin and end, and the next day moves. */
export async function followReadiness(
  tx: Transaction,
  derived: readonly DerivedReadiness[],
): Promise<void> {
  const changed = await renewPlans(
    tx,
    derived.map(({ caseFile, clientItems }) => ({
      caseId: caseFile.id,
      status: caseFile.status,
      openCount: clientItems,
    })),
  );
  for (const { caseFile, isChanged } of derived)
    if (isChanged || changed.has(caseFile.id)) await announceCase(tx, caseFile, ["reminders"]);
}
