import { type Actor, hasFullAccess } from "./actor.ts";
import { adminOnly } from "./errors.ts";

/** Throws 403 for everybody but an admin, the portal itself and the automation acting for the bureau. */
export function assertFullAccess(actor: Actor): void {
  if (!hasFullAccess(actor)) throw adminOnly();
}
