/** Who may manage the bureau's people. */
import type { Role } from "contract/session";
import { assertProven } from "#server/auth/step-up.ts";
import { type Actor, isAdmin, hasFullAccess } from "#server/core/actor.ts";
import { adminOnly, badRequest } from "#server/core/errors.ts";

/** Throws 403 for everybody but an admin and the portal itself. */
export function assertManagesUsers(actor: Actor): void {
  if (actor.kind === "automation" || !hasFullAccess(actor)) throw adminOnly();
}

/** Nobody deletes himself by a slip of the mouse (D-132). */
export function assertIsAnother(actor: Actor, userId: number): void {
  if (actor.kind === "user" && actor.id === userId) {
    throw badRequest("You cannot delete your own account");
  }
}

type Rights = { role: Role; isAdmin: boolean };

/** Inviting somebody who will see the bureau's money or its people asks for a fresh proof (D-185). */
export function assertMayInvite(actor: Actor, invited: Rights): void {
  assertManagesUsers(actor);
  if (isAdmin(invited) || invited.role === "accountant") assertProven(actor);
}

type Standing = { role: Role; email: string };

/** A new name asks for no proof; a new address or role does (D-185). */
export function assertMayChange(actor: Actor, user: Standing, changes: Standing): void {
  if (changes.role !== user.role || changes.email !== user.email) assertProven(actor);
}
