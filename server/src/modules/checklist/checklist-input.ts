/** What a checklist is derived from: rows as they are stored, and nothing else. */
import { caseStatuses, type CaseStatus } from "contract/case-status";
import type { Person } from "contract/checklist-parts";
import { pipelineStatuses, type Rule } from "contract/rules";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { ChecklistDecisionRow } from "#server/database/tables/checklist-decisions.ts";
import type { DocumentRow } from "#server/database/tables/documents.ts";

export type PipelineStatus = (typeof pipelineStatuses)[number];

export type CaseFacts = Pick<
  CaseRow,
  "id" | "citizenshipProgram" | "nationality" | "status" | "submissionOn"
> & {
  /** The last of the nine in the history of its statuses, for a case that is in none of them. */
  lastPipelineStatus: PipelineStatus | null;
  /** The bureau's day on which it came into its status. */
  statusSince: string;
};

export type ApplicantFacts = Pick<
  ApplicantRow,
  | "id"
  | "position"
  | "category"
  | "gender"
  | "dateOfBirth"
  | "nationality"
  | "maritalStatus"
  | "residences"
>;

export type DocumentFacts = Pick<
  DocumentRow,
  | "id"
  | "originalName"
  | "mimeType"
  | "category"
  | "assignedTo"
  | "uploadedAt"
  | "reviewState"
  | "issuedOn"
  | "expiresOn"
  | "country"
  | "validityWaived"
  | "extraItemId"
  | "isCurrent"
  | "revision"
> & {
  /** How many versions there were before this one. */
  earlierCount: number;
  /** What the open request for changes says. */
  publicText: string | null;
};

export type DecisionFacts = Omit<ChecklistDecisionRow, "caseId" | "decidedBy" | "createdAt"> & {
  by: Person;
};

export type ChecklistInput = {
  /** Of any program, retired ones too: those that ask nothing here are left out. */
  rules: readonly Rule[];
  caseFile: CaseFacts;
  applicants: readonly ApplicantFacts[];
  documents: readonly DocumentFacts[];
  decisions: readonly DecisionFacts[];
  /** The bureau's day. */
  today: string;
};

/** Nothing of a closed case ages. */
export function isClosed(status: CaseStatus): boolean {
  return status === "citizen" || status === "cancelled";
}

/** The step of the pipeline that a case stands at, or stood at before it was put on hold or cancelled. */
export function stageOf({
  status,
  lastPipelineStatus,
}: Pick<CaseFacts, "status" | "lastPipelineStatus">): PipelineStatus {
  if (status === "citizen") return "courier";
  if (status === "hold" || status === "cancelled") return lastPipelineStatus ?? "onboarding";
  return status;
}

export function isBefore(stage: PipelineStatus, other: PipelineStatus): boolean {
  return caseStatuses.indexOf(stage) < caseStatuses.indexOf(other);
}
