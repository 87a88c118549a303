/** Who may manage the bureau's people. */
import { type Actor, seesEverything } from "#server/auth/actor.ts";
import { adminOnly, badRequest } from "#server/http/errors.ts";

/** Throws 403 for everybody but an admin and the portal itself. */
export function assertManagesUsers(actor: Actor): void {
  if (actor.kind === "automation" || !seesEverything(actor)) throw adminOnly();
}

/** Nobody deletes himself by a slip of the mouse (D-132). */
export function assertIsAnother(actor: Actor, userId: number): void {
  if (actor.kind === "user" && actor.id === userId) {
    throw badRequest("You cannot delete your own account");
  }
}
