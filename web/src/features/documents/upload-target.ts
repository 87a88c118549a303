import type { ValidityBasis } from "contract/checklist-parts";
import type { UploadFields } from "./use-upload-queue.ts";

/** What documents are uploaded for: the paper that was asked for, and what goes with each file of it. */
export type UploadTarget = {
  /** 'Proof of Address for Rima Sarrouf'. */
  readonly title: string;
  readonly help: string | null;
  readonly fields: UploadFields;
  /** A new version is one file. */
  readonly isNewVersion: boolean;
  /** Which of its dates counts. */
  readonly basis: ValidityBasis;
  /** Staff may say at once that it is right. */
  readonly mayAccept: boolean;
};
