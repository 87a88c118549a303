/** How fast the bureau works is its own business (C:160). */
import type { Actor } from "#server/core/actor.ts";
import { assertFullAccess } from "#server/core/full-access.ts";

export function assertReadsAnalytics(actor: Actor): void {
  assertFullAccess(actor);
}
