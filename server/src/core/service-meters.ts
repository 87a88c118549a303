/** What is counted where it happens. Every series is there from the start, at zero. */
import { uploadRules } from "contract/files";
import { notificationKinds } from "contract/notifications";
import { replyOutcomes } from "contract/replies";
import { counter, histogram } from "./meters.ts";

const DURATION_BOUNDS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 15, 60];

/** The routes begin in count-requests.ts. */
export const requestSeconds = histogram(
  "portal_request_duration_seconds",
  "Answered requests by route and class of status; HEAD counts as GET.",
  DURATION_BOUNDS_SECONDS,
);

export const uploadedFiles = counter(
  "portal_uploaded_files_total",
  "Files that came in, by kind of upload and what became of them.",
);

export const uploadedBytes = counter(
  "portal_uploaded_bytes_total",
  "Bytes of the files that were stored.",
);

for (const upload of Object.keys(uploadRules)) {
  uploadedBytes.begin({ upload });
  for (const outcome of ["stored", "refused"]) uploadedFiles.begin({ upload, outcome });
}

export const scans = counter(
  "portal_scans_total",
  "Files shown to the virus scanner: clean, infected or failed.",
);
for (const result of ["clean", "infected", "failed"]) scans.begin({ result });

const mailOutcomes = ["sent", "failed", "given_up", "expired"];

export const mails = counter(
  "portal_mails_total",
  "Mails sent, tries that failed, mails given up, and mails whose code or link had expired.",
);
for (const outcome of mailOutcomes) mails.begin({ outcome });

export const toldNotifications = counter(
  "portal_notifications_total",
  "Lines of the notification centre, written anew or joined, by kind.",
);
for (const kind of notificationKinds) toldNotifications.begin({ kind });

export const caseMails = counter(
  "portal_notification_mails_total",
  "Mails about cases, as the others, and those that nobody wanted any more when they were due (expired).",
);
const caseTemplates: readonly string[] = ["news", "digest", "reminder"];
export const isCaseMail = (template: string) => caseTemplates.includes(template);
for (const template of caseTemplates)
  for (const outcome of mailOutcomes) caseMails.begin({ template, outcome });

export const sentReminders = counter(
  "portal_reminders_total",
  "Reminders of missing papers, one for each person, by what sent them.",
);
for (const by of ["schedule", "hand"]) sentReminders.begin({ by });

export const mailedReplies = counter(
  "portal_replies_total",
  "Mails that came into the mailbox for replies, by what became of them.",
);
for (const outcome of [...replyOutcomes, "duplicate"]) mailedReplies.begin({ outcome });

export const webhooks = counter(
  "portal_webhooks_total",
  "Webhooks delivered, tries that failed, and webhooks given up.",
);
for (const outcome of ["delivered", "failed", "given_up"]) webhooks.begin({ outcome });

/** A job begins where it is defined. */
export const jobRuns = counter(
  "portal_jobs_total",
  "Jobs done, runs that failed, and jobs given up, by job.",
);

export const failedSignIns = counter(
  "portal_failed_sign_ins_total",
  "Wrong passwords, and wrong answers in the second step.",
);
for (const step of ["password", "second"]) failedSignIns.begin({ step });

const storageOperations = ["put", "open", "remove", "check"] as const;
export type StorageOperation = (typeof storageOperations)[number];

export const storageSeconds = histogram(
  "portal_storage_duration_seconds",
  "How long the file storage took: to store a file, to begin reading one, to remove one, to be looked at.",
  DURATION_BOUNDS_SECONDS,
);
export const storageErrors = counter(
  "portal_storage_errors_total",
  "What the file storage failed to do.",
);
for (const operation of storageOperations) {
  storageSeconds.begin({ operation });
  storageErrors.begin({ operation });
}
