/** Who builds, sees, stops and removes dossiers. Whether he sees the case is asked elsewhere. */
import { eq, type SQL } from "drizzle-orm";
import { dossierMessages } from "contract/dossier-parts";
import { type DossierKind, dossierRecipes } from "contract/dossier-recipes";
import { type Actor, hasFullAccess, userIdOf } from "#server/core/actor.ts";
import { forbidden } from "#server/core/errors.ts";
import { dossiers, type DossierRow } from "#server/database/tables/dossiers.ts";

/** Those with papers of the government are for admins. */
export function visibleDossiers(actor: Actor): SQL | undefined {
  return hasFullAccess(actor) ? undefined : eq(dossiers.holdsGovernment, false);
}

export function assertMayBuild(actor: Actor, kind: DossierKind): void {
  if (dossierRecipes[kind].builtBy === "admins" && !hasFullAccess(actor))
    throw forbidden(dossierMessages.adminsBuild);
}

export function assertMayCancel(actor: Actor, { builtBy }: Pick<DossierRow, "builtBy">): void {
  if (!hasFullAccess(actor) && builtBy !== userIdOf(actor))
    throw forbidden("Only who asked for it, or an admin, can stop it");
}
