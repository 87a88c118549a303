/** Agents read what is asked of clients and the bureau; the government's papers, and every change, are for admins (W-RUL). */
import { notInArray, type SQL } from "drizzle-orm";
import { askedCategories } from "contract/checklist-parts";
import { isAdminCategory } from "contract/document-categories";
import { type Actor, hasFullAccess } from "#server/core/actor.ts";
import { assertFullAccess, assertStaff } from "#server/core/full-access.ts";
import { documentRules } from "#server/database/tables/document-rules.ts";

const ofGovernment = askedCategories.filter(isAdminCategory);

export function assertReadsRules(actor: Actor): void {
  assertStaff(actor);
}

export function assertKeepsRules(actor: Actor): void {
  assertFullAccess(actor);
}

export function visibleRules(actor: Actor): SQL | undefined {
  return hasFullAccess(actor) ? undefined : notInArray(documentRules.category, ofGovernment);
}
