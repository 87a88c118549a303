/** What clients are told in the portal when the bureau asks them for papers. What a rule alone brings is no event. */
import { itemKeyOf } from "contract/checklist-parts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import type { Forgetting, Telling } from "#server/events/telling.ts";

/** Of an item that is needed after all, and of a day that is set or comes earlier; of what the client provides. */
export function tellDecision(event: DomainEvent): Telling | null {
  const { checklistKey, verdict, dueOn, changed } = event.entries[0]?.metadata ?? {};
  if (event.data?.["providedBy"] !== "client") return null;
  const isAskedFor = verdict === "applies" && (changed as string[]).includes("verdict");
  if (!isAskedFor && !isSooner(dueOn, event.data["dueOnBefore"])) return null;
  return tellItem(event, String(checklistKey));
}

export function tellAddition(event: DomainEvent): Telling | null {
  return tellItem(event, keyOf(event));
}

export function tellExtraChange(event: DomainEvent): Telling | null {
  const { dueOn, dueOnBefore } = event.data ?? {};
  return isSooner(dueOn, dueOnBefore) ? tellItem(event, keyOf(event)) : null;
}

export function forgetExtra(event: DomainEvent): Forgetting {
  return { kinds: ["item_requested"], by: "key", values: [keyOf(event)] };
}

function tellItem({ case: { id }, seenBy }: DomainEvent, key: string): Telling | null {
  if (seenBy === "admins") return null;
  return { kind: "item_requested", to: ["clients"], about: [{ id, key }] };
}

function keyOf({ data }: DomainEvent): string {
  return itemKeyOf({ extraId: Number(data?.["extraId"]) });
}

function isSooner(dueOn: unknown, before: unknown): boolean {
  return typeof dueOn === "string" && (typeof before !== "string" || dueOn < before);
}
