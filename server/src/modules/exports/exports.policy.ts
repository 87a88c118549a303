/** Which lists an actor may take out; the door of the bureau has let him in. */
import type { ExportList } from "contract/exports";
import type { Actor } from "#server/core/actor.ts";
import { assertFullAccess, assertStaff } from "#server/core/full-access.ts";

const ofAdmins: readonly ExportList[] = ["users", "activity", "webhookLogs", "statusDurations"];
const ofStaff: readonly ExportList[] = ["messages", "reviews"];

export function assertMayExport(actor: Actor, list: ExportList): void {
  if (ofAdmins.includes(list)) assertFullAccess(actor);
  if (ofStaff.includes(list)) assertStaff(actor);
}
