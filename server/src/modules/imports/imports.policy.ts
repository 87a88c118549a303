import type { SignedInActor } from "#server/core/actor.ts";
import { assertFullAccess } from "#server/core/full-access.ts";

/** Cases are the bureau's to bring in. */
export function assertImports(actor: SignedInActor): void {
  assertFullAccess(actor);
}
