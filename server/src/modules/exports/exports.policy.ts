/** Which lists an actor may take out: none who is not of the bureau. */
import type { ExportList } from "contract/exports";
import type { Actor } from "#server/core/actor.ts";
import { assertBureau, assertFullAccess, assertStaff } from "#server/core/full-access.ts";

const ofAdmins: readonly ExportList[] = ["users", "activity", "webhookLogs", "statusDurations"];
const ofStaff: readonly ExportList[] = ["messages", "reviews"];

export function assertMayExport(actor: Actor, list: ExportList): void {
  assertBureau(actor);
  if (ofAdmins.includes(list)) assertFullAccess(actor);
  if (ofStaff.includes(list)) assertStaff(actor);
}
