/** Everybody who is signed in reads the samples; the bureau keeps them. */
import type { Actor } from "#server/core/actor.ts";
import { assertFullAccess } from "#server/core/full-access.ts";

export function assertKeepsSamples(actor: Actor): void {
  assertFullAccess(actor);
}
