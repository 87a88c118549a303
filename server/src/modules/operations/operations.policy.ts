/** Which version runs, and whether mails leave, is asked by admins. */
import type { Actor } from "#server/core/actor.ts";
import { assertFullAccess } from "#server/core/full-access.ts";

export function assertOperates(actor: Actor): void {
  assertFullAccess(actor);
}
