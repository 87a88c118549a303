/** Whoever makes a change waits for nobody who is told of it: its transaction asks for that, and no more. */
import { userIdOf } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { eventDefinition } from "#server/events/definitions.ts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import type { Reaction } from "#server/events/record.ts";
import { removeOfPerson } from "./notification-rows.ts";
import { tellJob } from "./tell.jobs.ts";

export const tellOfEvents: Reaction = async (tx, actor, event) => {
  const { tells, forgets } = eventDefinition(event.name);
  const telling = event.quiet ? null : (tells?.(event, actor) ?? null);
  const forgetting = forgets?.(event) ?? null;
  const caseId = event.case.id;
  if (telling) {
    const at = runtime.clock.now().toISOString();
    await tellJob.enqueue(tx, { caseId, ...telling, actorId: userIdOf(actor), at });
  }
  if (forgetting) await tellJob.enqueue(tx, { forget: forgetting, caseId });
  const userId = lostBy(event);
  if (userId !== null) await removeOfPerson(tx, { caseId, userId });
};

/** From the moment somebody has lost a case he finds nothing of it, not even what was about to be told. */
function lostBy({ name, entries }: DomainEvent): number | null {
  if (name !== "case.assigned") return null;
  const { userId, removed } = entries[0]?.metadata ?? {};
  return removed === true && typeof userId === "number" ? userId : null;
}
