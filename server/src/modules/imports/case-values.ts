import type { Program } from "contract/case-parts";
import type { CaseStatus } from "contract/case-status";

/** Undefined: the cell says nothing. */
export type CaseValues = {
  caseId: string;
  title: string;
  program: Program | undefined;
  nationality: string | undefined;
  status: CaseStatus | undefined;
  statusSince: string | undefined;
  salutation: "Mr." | "Ms." | undefined;
  applicants: number | undefined;
  fiuFee: number | undefined;
  citizenshipFee: number | undefined;
  createdOn: string | undefined;
  description: string;
  submissionOn: string | undefined;
  /** Numbers of users. */
  advisers: number[];
  clients: number[];
  /** Addresses of clients without an account. */
  strangers: string[];
};
