/** The bureau of the demonstration, as demo-cases.json tells it. Everything in it is made up. */
import type { AuditAction } from "contract/activity";
import type { ApplicantCategory } from "contract/applicants";
import type { CaseStatus } from "contract/case-status";
import type { Program } from "contract/cases";
import type { DocumentCategory, DocumentGroup } from "contract/document-categories";
import type { InvoiceStage, InvoiceStatus } from "contract/invoices";
import type { Currency } from "contract/money";
import type { Role } from "contract/session";
import source from "./demo-cases.json" with { type: "json" };

export type DemoUser = {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  isAdmin: boolean;
};

export type DemoApplicant = {
  key: string;
  fullName: string;
  category: ApplicantCategory;
  gender: "male" | "female";
  dateOfBirth: string;
};

export type DemoDocument = {
  originalName: string;
  category: DocumentCategory;
  assignedTo: string | null;
  mimeType: string;
  uploadedAt: string;
  isApproved: boolean;
  issueDate?: string;
  expiryDate?: string;
};

export type DemoInvoice = {
  invoiceId: string;
  stage: InvoiceStage;
  currency: Currency;
  rate: string;
  usdFee: number;
  totalFee: number;
  status: InvoiceStatus;
  date: string;
  clientTrn: string;
  address: string;
  note: string;
  paymentReceipts: string[];
};

export type DemoReply = {
  user: string;
  createdAt: string;
  message: string;
  reactions: { user: string; emoji: string }[];
};
export type DemoComment = DemoReply & {
  replies: DemoReply[];
  attachment?: { originalName: string; mimeType: string };
};

export type DemoStatusDuration = {
  toStatus: CaseStatus;
  startedAt: string;
  endedAt: string | null;
  changedBy: string;
};

export type DemoEvent = {
  actor: string;
  action: AuditAction;
  createdAt: string;
  documentName?: string;
  stage?: DocumentGroup;
  metadata?: Record<string, unknown>;
};

export type DemoCase = {
  caseId: string;
  title: string;
  citizenshipProgram: Program;
  nationality: string;
  gender: "Mr." | "Ms.";
  numberOfApplicants: number;
  status: CaseStatus;
  description: string;
  fiuFee: number;
  citizenshipFee: number;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  assignedUsers: string[];
  /** The first line of the main applicant's passport names his country. */
  mrz: [string, string];
  applicants: DemoApplicant[];
  documents: DemoDocument[];
  statusHistory: DemoStatusDuration[];
  invoices: DemoInvoice[];
  serviceAgreements: { originalName: string; uploadedAt: string; uploadedBy: string }[];
  comments: DemoComment[];
  internalNotes: { user: string; createdAt: string; message: string }[];
  auditEvents: DemoEvent[];
};

export type DemoBureau = {
  asOf: string;
  bureau: { legalName: string; trn: string; address: string; email: string };
  users: DemoUser[];
  cases: DemoCase[];
};

/** The day of which the data speaks. */
export const AS_OF = source.asOf;
const DAY_MS = 86_400_000;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const momentPattern = /^\d{4}-\d{2}-\d{2}T[\d:]+\+04:00$/;
/** People keep their birthdays. */
const fixedFields = new Set(["dateOfBirth", "asOf"]);

/** Everything happened as long before `today` as the data says it happened before its own day. */
export function readDemoBureau(today: string): DemoBureau {
  const days = Math.round((Date.parse(today) - Date.parse(AS_OF)) / DAY_MS);
  return move(source, days) as DemoBureau;
}

function move(value: unknown, days: number): unknown {
  if (typeof value === "string") return moveText(value, days);
  if (Array.isArray(value)) return value.map((item) => move(item, days));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      fixedFields.has(field) ? inner : move(inner, days),
    ]),
  );
}

function moveText(text: string, days: number): string {
  if (!datePattern.test(text) && !momentPattern.test(text)) return text;
  const moved = new Date(Date.parse(text) + days * DAY_MS).toISOString();
  return datePattern.test(text) ? moved.slice(0, 10) : moved;
}
