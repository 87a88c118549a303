/** The bureau of the demonstration, as demo-cases.json tells it. Everything in it is made up. */
import type { AuditAction } from "contract/activity";
import type { ApplicantCategory } from "contract/applicants";
import type { Program } from "contract/case-parts";
import type { CaseStatus } from "contract/case-status";
import type { AskedCategory, MaritalStatus, Verdict } from "contract/checklist-parts";
import type { DocumentCategory, DocumentGroup } from "contract/document-categories";
import type { DossierKind } from "contract/dossier-recipes";
import type { InvoiceStage, InvoiceStatus } from "contract/invoices";
import type { Currency } from "contract/money";
import type { Role } from "contract/session";

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
  /** Whose it is, where it was filed with somebody else. */
  shows?: string;
  mimeType: string;
  uploadedAt: string;
  isApproved: boolean;
  issueDate?: string;
  expiryDate?: string;
  /** Where it is not the one who usually brings such a paper. */
  uploadedBy?: string;
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

export type DemoChecklist = {
  submissionOn: string | null;
  /** By key of the applicant; their nationality is that of the case. */
  facts: Record<string, { residences: string[] | null; maritalStatus: MaritalStatus | null }>;
  /** Papers that came after those of the file. */
  documents: DemoDocument[];
  /** Of documents by name; every other accepted one was accepted the day after its upload by the agent of the case. */
  reviews: {
    document: string;
    decision: "accepted" | "changes_requested";
    reasonCode?: string;
    by: string;
    on: string;
  }[];
  /** Of papers that a rule asks for: what was decided of each, or until when it is to come. */
  verdicts: { category: AskedCategory; person: string; verdict: Verdict | null; dueOn?: string }[];
  extras: {
    title: string;
    category: AskedCategory;
    person: string;
    instruction: string;
    dueOn: string;
  }[];
};

/** Moments and days by the data's calendar; papers by name. */
export type DemoDossier = {
  kind: DossierKind;
  by: string;
  builtAt: string;
  handedIn?: { on: string; reference: string };
  /** Of an earlier scan of it, which was replaced afterwards. */
  earlierScanOf?: string;
  /** An answer holds what the dossier before it held, and this besides. */
  adds?: string;
  addressee?: string;
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
  /** A family of the long lists: its invoices have no paper, most of its chat is read, and nothing has failed. */
  isSketched?: boolean;
  /** Of the families whose checklist has been worked on. */
  checklist?: DemoChecklist;
  dossiers?: DemoDossier[];
};

export type DemoBureau = {
  asOf: string;
  bureau: { legalName: string; trn: string; address: string; email: string };
  users: DemoUser[];
  cases: DemoCase[];
};
