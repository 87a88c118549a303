import { type AuditEvent } from "contract/activity";
import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import {
  documentCategories,
  documentCategoryLabel,
  documentGroupLabels,
} from "contract/document-categories";
import { formatMoney } from "#web/format/money.ts";
import { fullNameOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";

type Change = { from: unknown; to: unknown };

const fieldNames: Record<string, string> = {
  title: "title",
  description: "description",
  numberOfApplicants: "number of applicants",
  nationality: "nationality",
  citizenshipProgram: "citizenship program",
  gender: "gender",
  fiuFee: "FIU fee",
  citizenshipFee: "citizenship fee",
  caseId: "case ID",
  status: "status",
  originalName: "name",
  category: "type",
  assignedTo: "applicant",
  fullName: "full name",
  dateOfBirth: "date of birth",
  usdFee: "USD fee",
  totalFee: "total fee",
  rate: "rate",
  currency: "currency",
  date: "date",
  stage: "stage",
  invoiceId: "invoice ID",
  notes: "notes",
};
const moneyFields = new Set(["fiuFee", "citizenshipFee", "usdFee"]);

/** Who did what, as a sentence without the name of the actor: 'changed the status from Onboarding to Courier'. */
export function eventSentence(event: AuditEvent): string {
  const name = event.documentName ? `"${event.documentName}"` : null;
  const stage = stageName(event.stage);
  const metadata = event.metadata ?? {};
  switch (event.action) {
    case "create":
      return "created the case";
    case "status_change":
      return `changed the status from ${statusName(metadata["from"])} to ${statusName(metadata["to"])}`;
    case "upload":
      return `uploaded ${name ?? "a file"}${stage ? ` to ${stage}` : ""}`;
    case "delete":
      return `deleted ${name ?? "a file"}${stage ? ` from ${stage}` : ""}`;
    case "download":
      return name ? `downloaded ${name}` : `downloaded all documents${stage ? ` of ${stage}` : ""}`;
    case "assign":
      return assignment(metadata);
    case "comment":
      return metadata["attachment"] ? "wrote a message with an attachment" : "wrote a message";
    case "invoice_create":
      return `created invoice ${text(metadata["invoiceId"])}${stage ? ` for ${stage}` : ""}`;
    case "invoice_update":
      return `updated an invoice${changesText(metadata)}`;
    case "payment_receipt_generate":
      return `sent the payment receipt ${name ?? ""}`.trim();
    case "update":
      return name ? `changed ${name}${changesText(metadata)}` : caseUpdate(metadata);
  }
}

/** 'System' is the automation or the portal itself (D-187). */
export function actorName({ actor }: AuditEvent): string {
  if (actor === null) return messages.activity.system;
  return fullNameOf(actor) || actor.email || messages.users.deletedUser;
}

function assignment(metadata: Record<string, unknown>): string {
  const who = text(metadata["name"]) || "a user";
  const isRemoval = metadata["removed"] === true || metadata["change"] === "removed";
  return isRemoval ? `took ${who} off the case` : `assigned ${who} to the case`;
}

function caseUpdate(metadata: Record<string, unknown>): string {
  if (typeof metadata["applicants"] === "number")
    return `saved ${metadata["applicants"]} applicants`;
  if (metadata["applicantId"] !== undefined) return `updated an applicant${changesText(metadata)}`;
  return `updated the case${changesText(metadata)}`;
}

/** ': title from "A" to "B", FIU fee from $1.00 to $2.00'. */
function changesText(metadata: Record<string, unknown>): string {
  const parts = Object.entries(metadata)
    .filter((entry): entry is [string, Change] => isChange(entry[1]))
    .map(
      ([field, { from, to }]) =>
        `${fieldNames[field] ?? field} from ${valueText(field, from)} to ${valueText(field, to)}`,
    );
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

function isChange(value: unknown): value is Change {
  return typeof value === "object" && value !== null && "from" in value && "to" in value;
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === "") return "nothing";
  if (moneyFields.has(field) && typeof value === "number") return formatMoney(value, "USD");
  if (field === "category") {
    const known = documentCategories.find((category) => category === value);
    return known ? documentCategoryLabel(known) : text(value);
  }
  return field === "status" && text(value) in caseStatusTexts
    ? statusName(value)
    : `"${text(value)}"`;
}

function statusName(value: unknown): string {
  return caseStatusTexts[value as CaseStatus]?.label ?? text(value);
}

function stageName(stage: string | null): string | null {
  if (stage === null) return null;
  if (stage === "service-agreement") return "service agreements";
  return documentGroupLabels[stage as keyof typeof documentGroupLabels] ?? stage;
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
