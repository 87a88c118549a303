/** Whole records for tests; each test names only what it is about. */
import type { ListedCase } from "contract/cases";
import type { Comment } from "contract/comments";
import type { Invoice } from "contract/invoices";

export function buildCase(fields: Partial<ListedCase> = {}): ListedCase {
  return {
    id: 1,
    caseId: "VU-2026-0001",
    title: "Amina Rahman - Citizenship Application",
    description: null,
    numberOfApplicants: 1,
    status: "onboarding",
    nationality: "Emirati",
    citizenshipProgram: "vanuatu",
    gender: "Ms.",
    fiuFee: 500_000,
    citizenshipFee: 13_000_000,
    createdBy: 1,
    createdByName: "Sami Admin",
    assignedUsers: [],
    createdAt: "2026-01-01T08:00:00.000Z",
    updatedAt: "2026-01-01T08:00:00.000Z",
    version: 1,
    unreadCount: 0,
    readiness: null,
    ...fields,
  };
}

export function buildInvoice(fields: Partial<Invoice> = {}): Invoice {
  return {
    id: 1,
    invoiceId: "S1-2026-0001",
    caseId: 1,
    case: {
      title: "Amina Rahman - Citizenship Application",
      numberOfApplicants: 1,
      citizenshipFee: 13_000_000,
      caseId: "VU-2026-0001",
      program: "vanuatu",
    },
    caseTitle: "Amina Rahman - Citizenship Application",
    numberOfApplicants: 1,
    stage: "Stage 1",
    currency: "USD",
    rate: "1.0000",
    usdFee: 1_800_000,
    totalFee: 1_800_000,
    date: "2026-01-01",
    createdAt: "2026-01-01T08:00:00.000Z",
    updatedAt: "2026-01-01T08:00:00.000Z",
    clientTrn: "N/A",
    address: "By email",
    gender: "Ms",
    status: "Sent",
    notes: null,
    version: 1,
    invoicePdf: [],
    stage1Files: [],
    stage2Files: [],
    postCitizenshipFiles: [],
    addOnFiles: [],
    otherFiles: [],
    adminFiles: [],
    ...fields,
  };
}

export function buildComment(fields: Partial<Comment> = {}): Comment {
  return {
    id: 1,
    caseId: 1,
    message: "Hello",
    parentId: null,
    user: {
      id: 5,
      firstName: "Amina",
      lastName: "Rahman",
      email: "amina@example.com",
      profileImageUrl: null,
    },
    createdAt: "2026-01-01T08:00:00.000Z",
    source: "portal",
    reactions: [],
    attachmentFileName: null,
    attachmentOriginalName: null,
    attachmentMimeType: null,
    attachmentFileSize: null,
    replies: [],
    ...fields,
  };
}
