import { type Program, programLabels } from "contract/case-parts";
import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import { documentCategories, documentCategoryLabel } from "contract/document-categories";
import { formatMoney } from "#web/format/money.ts";
import { formatPlainDate } from "#web/format/time.ts";

type Change = { from: unknown; to: unknown };

const fieldNames: Record<string, string> = {
  numberOfApplicants: "number of applicants",
  citizenshipProgram: "citizenship program",
  fiuFee: "FIU fee",
  citizenshipFee: "citizenship fee",
  caseId: "case ID",
  category: "type",
  assignedTo: "applicant",
  fullName: "full name",
  dateOfBirth: "date of birth",
  maritalStatus: "marital status",
  residences: "countries lived in",
  issuedOn: "date of issue",
  expiresOn: "date of expiry",
  usdFee: "USD fee",
  totalFee: "total fee",
  invoiceId: "invoice ID",
  clientTrn: "client TRN",
};
/** Too long for a sentence, or numbers that say nothing. */
const untold = new Set(["description", "notes", "assignedTo", "residences"]);
const nameFields = new Set(["originalName", "original_name"]);
const textFields = new Set(["title", "caseTitle", "fullName", "address"]);

/**
 * 'changed the title from “A” to “B” and set the nationality to Emirati'; `of` says of what, where it is not the case.
 * Null when nothing is known to have changed.
 */
export function changesSentence(metadata: Record<string, unknown>, of?: string): string | null {
  const changes = Object.entries(metadata).filter((entry): entry is [string, Change] =>
    isChange(entry[1]),
  );
  if (changes.length === 0) return null;
  const clauses = changes.map(([field, change], index) =>
    clause(field, change, index === 0 ? of : undefined),
  );
  const last = clauses.pop();
  return clauses.length === 0 ? `${last}` : `${clauses.join(", ")} and ${last}`;
}

export function quoted(name: string): string {
  return `“${name}”`;
}

export function statusName(value: unknown): string {
  return caseStatusTexts[value as CaseStatus]?.label ?? textOf(value);
}

export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function clause(field: string, change: Change, of: string | undefined): string {
  const { from, to } = change;
  const whose = of === undefined ? "" : ` of ${of}`;
  if (nameFields.has(field))
    return `renamed ${valueText("title", from)} to ${valueText("title", to)}`;
  if (field === "isApproved")
    return to === true ? `approved ${of ?? "it"}` : `took back the approval${whose}`;
  if (field === "caseId" && typeof to === "number") return `moved ${of ?? "it"} to another case`;
  const name = fieldNames[field] ?? field;
  if (isEmpty(to)) return `removed the ${name}${whose}`;
  if (untold.has(field)) return `changed the ${name}${whose}`;
  if (isEmpty(from)) return `set the ${name}${whose} to ${valueText(field, to)}`;
  return `changed the ${name}${whose} from ${valueText(field, from)} to ${valueText(field, to)}`;
}

function isChange(value: unknown): value is Change {
  return typeof value === "object" && value !== null && "from" in value && "to" in value;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}

/** As the screens show it. */
function valueText(field: string, value: unknown): string {
  if (isEmpty(value)) return "nothing";
  if (typeof value === "number") return amountText(field, value);
  const text = textOf(value);
  if (field === "category") return categoryName(text);
  if (field === "status") return statusName(text);
  if (field === "citizenshipProgram") return programLabels[text as Program] ?? text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatPlainDate(text);
  return textFields.has(field) ? quoted(text) : text;
}

function amountText(field: string, cents: number): string {
  if (field === "totalFee") return formatMoney(cents).replace("$", "");
  return field.endsWith("Fee") ? formatMoney(cents, "USD") : String(cents);
}

function categoryName(text: string): string {
  const known = documentCategories.find((category) => category === text);
  return known ? documentCategoryLabel(known) : text;
}
