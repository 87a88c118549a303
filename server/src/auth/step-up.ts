/**
 * Who is really at the keyboard (D-185). A session is not asked again for a quarter of an hour after a passkey, a code
 * of an app or the password was given in it; signing in is such a proof. Proving it again: modules/step-up.
 *
 * The contract says which calls ask. With `stepUp: true` every call does, before its record is looked up; with
 * "whenDangerous" its service does, by what the call would change.
 */
import type { Actor } from "#server/core/actor.ts";
import { stepUpRequired } from "#server/core/errors.ts";

/** Throws 403 `step_up_required`. */
export function assertProven(actor: Actor): void {
  if (actor.kind !== "user" || !actor.isProven) throw stepUpRequired();
}
