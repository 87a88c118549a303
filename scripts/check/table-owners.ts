/** Rule 4: anyone reads a table, only its owner writes it. Everybody else calls the owner's service. */

/** The folders below server/src that write each table. */
export const tableOwners: Record<string, string[]> = {
  applicants: ["modules/applicants/"],
  /** Written by its triggers alone. */
  auditChain: [],
  caseAssignments: ["modules/cases/"],
  caseEvents: ["events/"],
  caseKeys: ["files/"],
  caseStatusHistory: ["modules/cases/"],
  cases: ["modules/cases/"],
  commentReactions: ["modules/comments/"],
  commentReadStatus: ["modules/comments/"],
  comments: ["modules/comments/"],
  documents: ["modules/documents/"],
  emailChanges: ["auth/"],
  erasureNotices: ["modules/cases/"],
  failedLoginAttempts: ["auth/"],
  idempotencyKeys: ["http/"],
  internalNotes: ["modules/activity/"],
  invoices: ["modules/invoices/"],
  mailOutbox: ["mail/"],
  otpVerifications: ["auth/"],
  passwordResetTokens: ["auth/"],
  passkeyChallenges: ["auth/"],
  passkeys: ["auth/"],
  paymentReceipts: ["modules/invoices/"],
  recoveryCodes: ["auth/"],
  sampleDocuments: ["modules/samples/"],
  securityEvents: ["events/"],
  serviceAgreements: ["modules/agreements/"],
  sessions: ["auth/"],
  storedFiles: ["files/"],
  throttleBuckets: ["auth/", "database/"],
  totpSecrets: ["auth/"],
  trustedDevices: ["auth/"],
  userInvitations: ["modules/users/"],
  users: ["modules/users/"],
  webhookLogs: ["modules/automation/"],
};

/**
 * The database folder migrates the rows of every table, and the clean-up removes what has expired anywhere.
 */
export const writersOfEveryTable = ["database/", "jobs/cleanup.ts"];
