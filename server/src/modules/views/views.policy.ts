/** Whoever works in the bureau saves lists; only admins share them, and change what is shared. */
import { eq, or, type SQL } from "drizzle-orm";
import type { SignedInActor } from "#server/core/actor.ts";
import { forbidden } from "#server/core/errors.ts";
import { assertBureau } from "#server/core/full-access.ts";
import { views } from "#server/database/tables/views.ts";

export function assertHasViews(actor: SignedInActor): void {
  assertBureau(actor);
}

/** One's own, and what is shared with everybody. */
export function visibleViews(actor: SignedInActor): SQL | undefined {
  return or(eq(views.ownerId, actor.id), eq(views.shared, true));
}

export function assertMayShare(actor: SignedInActor): void {
  if (!actor.isAdmin) throw forbidden("Only admins can share views");
}
