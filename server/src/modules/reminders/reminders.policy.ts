/** Chasing is the work of staff, in the cases they see; when the bureau chases is for admins to say. */
import type { SignedInActor } from "#server/core/actor.ts";
import { assertFullAccess, assertStaff } from "#server/core/full-access.ts";

export function assertReminds(actor: SignedInActor): void {
  assertStaff(actor);
}

export function assertKeepsSchedule(actor: SignedInActor): void {
  assertFullAccess(actor);
}
