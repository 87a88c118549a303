/** What a notification says, in the centre and in mails (work/notifications.md 3.1). */
import { type CaseStatus, caseStatuses, caseStatusTexts } from "./case-status.ts";
import { daysBetween } from "./days.ts";
import { documentCategoryLabel } from "./document-categories.ts";
import type { Notification } from "./notifications.ts";

export type Reading = {
  /** Whoever reads it is a client, and no admin. */
  isClient: boolean;
  /** YYYY-MM-DD, where the bureau is. */
  today: string;
  writeDay: (day: string) => string;
};

const DELETED = "Deleted user";
/** Its name is not for this reader any more. */
const A_DOCUMENT = "a document";
const SOMEBODY = "somebody";

export function notificationText(told: Notification, reading: Reading): string {
  const { kind, count, status } = told;
  const isOne = count === 1;
  const actor = actorName(told);
  const name = told.subject ?? A_DOCUMENT;
  switch (kind) {
    case "message":
      return isOne ? `${actor} wrote a message` : `${actor} wrote ${count} messages`;
    case "document_uploaded":
      return `${actor} uploaded ${isOne ? name : `${count} documents`}`;
    case "document_reviewed":
      return reviewed(told);
    case "item_requested":
      return `${actor} asks for ${isOne ? name : `${count} documents`}`;
    case "status_changed":
      return moved(told);
    case "invoice_sent":
      return isOne ? `Invoice ${name} is to be paid` : `${count} invoices are to be paid`;
    case "receipt_uploaded":
      return isOne
        ? `${actor} uploaded a payment receipt for ${name}`
        : `${actor} uploaded ${count} payment receipts`;
    case "invoice_completed":
      if (!isOne) return `${count} invoices were settled`;
      return status === "Completed"
        ? `Invoice ${name} is completed`
        : `Invoice ${name} was marked as paid`;
    case "assigned":
      return reading.isClient
        ? "You can now follow this case"
        : `${actor} assigned you to this case`;
    case "deadline_near":
      return ofDeadline(told, reading);
    case "mail_undeliverable":
      return `Mails to ${isOne ? (told.subject ?? SOMEBODY) : `${count} people`} do not arrive`;
  }
}

/** Null: the portal itself. */
export function actorName({ actor }: Pick<Notification, "actor">): string {
  if (actor === null) return "The portal";
  return `${actor.firstName.trim()} ${actor.lastName.trim()}`.trim() || DELETED;
}

export function caseStatusOf({
  kind,
  status,
}: Pick<Notification, "kind" | "status">): CaseStatus | undefined {
  return kind === "status_changed" ? caseStatuses.find((each) => each === status) : undefined;
}

function moved(told: Notification): string {
  const status = caseStatusOf(told);
  return `The case moved to ${status === undefined ? "" : caseStatusTexts[status].label}`;
}

function reviewed({ count, changes, category, subject }: Notification): string {
  if (count > 1 && changes === 0) return `${count} documents were accepted`;
  if (count > 1)
    return `${count} documents were reviewed, ${changes} ${changes === 1 ? "needs" : "need"} changes`;
  const name = category === null ? (subject ?? "") : documentCategoryLabel(category);
  return changes === 0 ? `${name} was accepted` : `${name}: changes are needed`;
}

function ofDeadline(
  { phase, count, subject, dueOn }: Notification,
  { today, writeDay }: Reading,
): string {
  const isOne = count === 1;
  const title = subject ?? A_DOCUMENT;
  const day = dueOn ?? today;
  switch (phase) {
    case "overdue": {
      const days = daysBetween(day, today);
      return isOne
        ? `${title} is ${days} ${days === 1 ? "day" : "days"} overdue`
        : `${count} documents are overdue`;
    }
    case "expired":
      return isOne
        ? `${title} is no longer valid for the submission`
        : `${count} documents are no longer valid for the submission`;
    case "last_reminder":
      return `The last reminder was sent; ${count} still open`;
    case "near":
    case null:
      return isOne
        ? `${title} is due on ${writeDay(day)}`
        : `${count} documents are due by ${writeDay(day)}`;
  }
}
