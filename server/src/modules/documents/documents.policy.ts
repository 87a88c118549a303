/** Which documents an actor sees, and which kinds he may give them. */
import { notInArray, type SQL } from "drizzle-orm";
import {
  categoriesOf,
  type DocumentCategory,
  type DocumentGroup,
  isAdminCategory,
} from "contract/document-categories";
import { type Actor, hasFullAccess } from "#server/core/actor.ts";
import { forbidden } from "#server/core/errors.ts";
import { assertFullAccess, assertStaff } from "#server/core/full-access.ts";
import { documents } from "#server/database/tables/documents.ts";

/** The government's documents are for admins alone: others find them in no list, count, ZIP or view (D-071, S-32). */
export function visibleDocuments(actor: Actor): SQL | undefined {
  return hasFullAccess(actor) ? undefined : notInArray(documents.category, categoriesOf("vanuatu"));
}

/** Approving and removing are the bureau's (D-087, C:156). */
export function assertMayApprove(actor: Actor): void {
  assertFullAccess(actor);
}

export function assertMayRemove(actor: Actor): void {
  assertFullAccess(actor);
}

/** What documents are is for admins and agents to judge, agents in their cases. */
export function assertMayReview(actor: Actor): void {
  assertStaff(actor);
}

export function assertMayUse(actor: Actor, category: DocumentCategory): void {
  if (!mayUseCategory(actor, category)) throw forbidden("Only admins may use this category");
}

export function mayUseCategory(actor: Actor, category: DocumentCategory): boolean {
  return hasFullAccess(actor) || !isAdminCategory(category);
}

export function mayDownloadGroup(actor: Actor, group: DocumentGroup): boolean {
  return hasFullAccess(actor) || group !== "vanuatu";
}
