/** What an event says about people who are told of it; the module of notifications tells them. */
import type { DeadlinePhase, NotificationKind } from "contract/notifications";
import type { AuditableActor } from "#server/core/actor.ts";
import type { ToldThing } from "#server/database/tables/notifications.ts";
import type { DomainEvent } from "./domain-event.ts";

/**
 * Of a case: those assigned to it, of any role or of one; `bureau` works on it (its agents and admins, and who opened
 * it), `bureauAdmins` are the admins among them, `advisers` its agents or, without one, the bureau. Of the whole bureau:
 * every admin, every accountant.
 */
export type PeopleGroup =
  | "assigned"
  | "clients"
  | "agents"
  | "advisers"
  | "assignedAdmins"
  | "bureau"
  | "bureauAdmins"
  | "admins"
  | "accountants";

export type Telling = {
  kind: NotificationKind;
  to: readonly PeopleGroup[] | { userId: number };
  about: readonly ToldThing[];
  status?: string;
  /** Of due dates: what is of another phase is another line. */
  phase?: DeadlinePhase;
  /** What belongs to no case. */
  caseId?: null;
};

/** What is told of no longer, because it is gone, or is no longer for everybody. */
export type Forgetting = {
  kinds: readonly NotificationKind[];
  by: keyof Pick<ToldThing, "id" | "review" | "file" | "key">;
  values: readonly (number | string)[];
  /** Admins may still know of it. */
  keptByAdmins?: true;
};

/** Null: this time nobody is told. */
export type Tells = (event: DomainEvent, actor: AuditableActor) => Telling | null;
export type Forgets = (event: DomainEvent) => Forgetting | null;

/** From and to of a field that a change names. */
export function changeOf(
  { entries }: DomainEvent,
  field: string,
): { from?: unknown; to?: unknown } {
  return (entries[0]?.metadata?.[field] ?? {}) as { from?: unknown; to?: unknown };
}
