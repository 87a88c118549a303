/** One thing that is not as it should be, in a sentence that names the record. */
export type Finding = { kind: FindingKind; sentence: string };

export type FindingKind =
  | "caseKeyUnopenable"
  | "fileKeyUnopenable"
  | "objectMissing"
  | "objectDamaged"
  | "digestWrong"
  | "objectUnknown"
  | "fileUnused"
  | "fileReleased"
  | "fileDiffers"
  | "fileOfAnotherCase"
  | "mainApplicantTwice"
  | "applicantOfAnotherCase"
  | "commentOfAnotherCase"
  | "totalWrong"
  | "receiptUnlisted"
  | "listedFileUnknown"
  | "assignmentStale"
  | "caseRowWrong"
  | "unreadWrong";
