/** Who may take agreements away: the bureau. Everybody who sees the case reads and uploads them. */
import type { Actor } from "#server/core/actor.ts";
import { assertFullAccess } from "#server/core/full-access.ts";

export function assertMayRemove(actor: Actor): void {
  assertFullAccess(actor);
}
