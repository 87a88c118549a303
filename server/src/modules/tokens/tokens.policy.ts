/** Whoever works in the bureau has tokens of his own; admins see and revoke those of everybody. */
import type { SignedInActor } from "#server/core/actor.ts";
import { assertBureau, assertFullAccess } from "#server/core/full-access.ts";

export function assertHasTokens(actor: SignedInActor): void {
  assertBureau(actor);
}

export function assertManagesTokens(actor: SignedInActor): void {
  assertFullAccess(actor);
}
