/** Of which case, and for whose eyes. */
import type { ExportAudience } from "contract/case-exports";
import type { Actor, SignedInActor } from "#server/core/actor.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";

export type About = {
  readonly caseFile: CaseRow;
  readonly audience: ExportAudience;
  /** As whom it is read: what he may not see is left out. That he sees the case has been asked. */
  readonly reader: Actor;
};

/** A client of the case sees what he would see, whoever makes the file. */
export function readerFor(actor: SignedInActor, audience: ExportAudience): Actor {
  return audience === "client" ? { ...actor, role: "client", isAdmin: false } : actor;
}
