/** Everybody knows who the bureau is; its papers' details are read and changed by admins. */
import { hasFullAccess, type SignedInActor } from "#server/core/actor.ts";
import { assertFullAccess } from "#server/core/full-access.ts";

export function assertKeepsBureau(actor: SignedInActor): void {
  assertFullAccess(actor);
}

export function readsBureauWhole(actor: SignedInActor): boolean {
  return hasFullAccess(actor);
}
