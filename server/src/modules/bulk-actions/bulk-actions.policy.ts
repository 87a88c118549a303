/** Who may start what. What may be done to a single case is asked anew for each, by the service of its single call. */
import { eq, type SQL } from "drizzle-orm";
import type { BulkActionName } from "contract/bulk-actions";
import type { SignedInActor } from "#server/core/actor.ts";
import { assertFullAccess, assertStaff } from "#server/core/full-access.ts";
import { bulkActions } from "#server/database/tables/bulk-actions.ts";

/** Moving and assigning cases is the bureau's (D-046); staff remind the clients of the cases they see. */
export function assertMayStart(actor: SignedInActor, action: BulkActionName): void {
  assertStaff(actor);
  if (action !== "remind") assertFullAccess(actor);
}

export function assertHasBulkActions(actor: SignedInActor): void {
  assertStaff(actor);
}

export function ownBulkActions(actor: SignedInActor): SQL {
  return eq(bulkActions.actorId, actor.id);
}
