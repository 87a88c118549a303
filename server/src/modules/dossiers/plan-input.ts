/** What a plan is made of. */
import type { Program } from "contract/case-parts";
import type { ChecklistItem } from "contract/checklist";
import type { FileProblem } from "contract/dossier-parts";
import type { DossierKind } from "contract/dossier-recipes";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import type { DocumentRow } from "#server/database/tables/documents.ts";

export type PlanPerson = Pick<ApplicantRow, "id" | "position" | "fullName" | "passportName">;
export type PlanDocument = Pick<
  DocumentRow,
  | "id"
  | "category"
  | "assignedTo"
  | "originalName"
  | "mimeType"
  | "country"
  | "issuedOn"
  | "expiresOn"
  | "reviewState"
  | "isCurrent"
  | "extraItemId"
> & {
  bytes: number;
  /** Null until somebody has looked into the file. */
  facts: { pages: number | null; problem: FileProblem | null } | null;
};

export type PlanInput = {
  kind: DossierKind;
  program: Program;
  items: readonly Pick<
    ChecklistItem,
    "key" | "category" | "label" | "country" | "applicantId" | "state" | "extraId" | "documents"
  >[];
  applicants: readonly PlanPerson[];
  documents: readonly PlanDocument[];
  /** May have papers of the government. */
  isAdmin: boolean;
  /** Those of an answer in its order; else those that are taken by a tick. */
  chosen: readonly number[];
};

/** By which name somebody stands in a dossier. */
export function nameOf(
  { passportName, fullName }: Pick<PlanPerson, "passportName" | "fullName">,
  position: number,
): string {
  return passportName ?? (fullName.trim() || `Applicant ${position + 1}`);
}
