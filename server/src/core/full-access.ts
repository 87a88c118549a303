/** The doors, as services close them: the same refusals that meet a call before anything is looked up. */
import { type Actor, hasFullAccess, isBureau, isStaff } from "./actor.ts";
import { adminOnly, bureauOnly, staffOnly } from "./errors.ts";

/** Throws 403 for everybody but an admin, the portal itself and the automation acting for the bureau. */
export function assertFullAccess(actor: Actor): void {
  if (!hasFullAccess(actor)) throw adminOnly();
}

/** Throws 403 for clients. */
export function assertBureau(actor: Actor): void {
  if (!isBureau(actor)) throw bureauOnly();
}

/** Throws 403 for clients and accountants. */
export function assertStaff(actor: Actor): void {
  if (!isStaff(actor)) throw staffOnly();
}
