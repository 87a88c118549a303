import { type AuditEvent } from "contract/activity";
import { documentGroupLabels } from "contract/document-categories";
import { invoiceStages } from "contract/invoices";
import { isReviewReason, reviewReasons } from "contract/review-reasons";
import { fullNameOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";
import { changesSentence, quoted, statusName, textOf } from "./change-sentence.ts";
import { checklistSentence, datesSentence } from "./checklist-sentence.ts";
import { dossierSentence } from "./dossiers-sentence.ts";
import { mailsSentence } from "./mails-sentence.ts";
import { ignoredWarnings, passportSentence } from "./passport-sentence.ts";
import { remindersSentence } from "./reminders-sentence.ts";

type Metadata = Record<string, unknown>;

/** Who did what, as a sentence without the name of the actor: 'changed the status from Onboarding to Courier'. */
export function eventSentence(event: AuditEvent): string {
  return dossierSentence(event) ?? sentenceOf(event);
}

function sentenceOf(event: AuditEvent): string {
  const name = event.documentName ? quoted(event.documentName) : null;
  const place = placeName(event.stage);
  const metadata = event.metadata ?? {};
  switch (event.action) {
    case "create":
      return "created the case";
    case "status_change":
      return `changed the status from ${statusName(metadata["from"])} to ${statusName(metadata["to"])}`;
    case "upload":
      if (name && typeof metadata["replaces"] === "number")
        return `uploaded a new version of ${name}`;
      return `uploaded ${name ?? "a file"}${place ? ` to ${place}` : ""}`;
    case "delete":
      return isInvoice(event)
        ? `deleted invoice ${event.documentName}`
        : `deleted ${name ?? "a file"}${place ? ` from ${place}` : ""}`;
    case "download":
      if (event.stage === "export") return "downloaded the whole case";
      return name ? `downloaded ${name}` : `downloaded all documents${place ? ` of ${place}` : ""}`;
    case "assign":
      return assignment(metadata);
    case "comment":
      return messageSentence(metadata);
    case "invoice_create":
      return `created invoice ${textOf(metadata["invoiceId"])}${place ? ` for ${place}` : ""}`;
    case "invoice_update":
      return invoiceUpdate(event.documentName, metadata);
    case "payment_receipt_generate":
      return `sent the payment receipt ${name ?? ""}${forInvoice(metadata)}`.trim();
    case "update":
      return (
        passportSentence(metadata, event.documentName) ??
        (name ? fileUpdate(name, metadata) : caseUpdate(metadata))
      );
  }
}

/** A sentence of what nobody has done: no name stands before it. */
export function isToldAlone({ action, metadata }: AuditEvent): boolean {
  return action === "update" && metadata?.["mail"] === "undeliverable";
}

/** 'System' is the automation or the portal itself (D-187). */
export function actorName({ actor }: AuditEvent): string {
  if (actor === null) return messages.activity.system;
  return fullNameOf(actor) || actor.email || messages.users.deletedUser;
}

function messageSentence({ source, attachment }: Metadata): string {
  return `wrote a message${source === "mail" ? " by mail" : ""}${attachment ? " with an attachment" : ""}`;
}

function assignment(metadata: Metadata): string {
  const who = textOf(metadata["name"]) || "a user";
  const isRemoval = metadata["removed"] === true || metadata["change"] === "removed";
  return isRemoval ? `took ${who} off the case` : `assigned ${who} to the case`;
}

function fileUpdate(name: string, metadata: Metadata): string {
  const { review } = metadata;
  if (typeof review === "string") return reviewSentence(review, name, metadata);
  return datesSentence(name, metadata) ?? changesSentence(metadata, name) ?? `changed ${name}`;
}

/** What staff said of a document; an approval is an acceptance. */
function reviewSentence(review: string, name: string, metadata: Metadata): string {
  switch (review) {
    case "accepted":
      return `accepted ${name}${metadata["validityWaived"] === true ? " although it is out of date" : ""}${ignoredWarnings(metadata)}`;
    case "changes_requested":
      return `asked for changes to ${name}${reasonOf(metadata["reasonCode"])}`;
    case "reopened":
      return `put ${name} back to review`;
    case "undone":
      return `took back the decision on ${name}`;
    default:
      return `changed ${name}`;
  }
}

function reasonOf(code: unknown): string {
  return typeof code === "string" && isReviewReason(code) ? `: ${reviewReasons[code].label}` : "";
}

function invoiceUpdate(code: string | null, metadata: Metadata): string {
  const invoice = code ? `invoice ${code}` : "an invoice";
  return changesSentence(metadata, invoice) ?? `updated ${invoice}`;
}

function caseUpdate(metadata: Metadata): string {
  const ofChecklist = checklistSentence(metadata);
  if (ofChecklist !== null) return ofChecklist;
  const ofReminders = remindersSentence(metadata);
  if (ofReminders !== null) return ofReminders;
  const ofMails = mailsSentence(metadata);
  if (ofMails !== null) return ofMails;
  if (metadata["applicantId"] !== undefined)
    return changesSentence(metadata, "an applicant") ?? "updated an applicant";
  const { applicants } = metadata;
  if (typeof applicants === "number")
    return applicants === 1 ? "saved 1 applicant" : `saved ${applicants} applicants`;
  return changesSentence(metadata) ?? "updated the case";
}

function forInvoice(metadata: Metadata): string {
  const code = textOf(metadata["invoiceId"]);
  return code === "" ? "" : ` for invoice ${code}`;
}

/** The file of an invoice is told with its ending, the invoice itself by its code. */
function isInvoice({ documentName, stage }: AuditEvent): boolean {
  return (
    documentName !== null &&
    !documentName.includes(".") &&
    invoiceStages.some((invoiceStage) => invoiceStage === stage)
  );
}

const { adminFiles, receipts } = messages.invoices.screen.columns;
const places: Record<string, string> = {
  ...documentGroupLabels,
  "service-agreement": messages.agreements.title,
  admin: adminFiles,
  other: receipts,
};

/** As the tab or column is called in which the person finds it. */
function placeName(stage: string | null): string | null {
  if (stage === null) return null;
  return Object.hasOwn(places, stage) ? (places[stage] ?? stage) : stage;
}
