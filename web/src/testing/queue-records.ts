/** A document of the review queue, for tests. */
import type { CaseDocument } from "contract/documents";
import type { QueueRow } from "contract/reviews";

export function buildDocument(fields: Partial<CaseDocument> = {}): CaseDocument {
  return {
    id: 1,
    caseId: 7,
    originalName: "Main - Police Certificate.pdf",
    category: "police-origin",
    mimeType: "application/pdf",
    fileSize: 1024,
    uploadedAt: "2026-11-06T08:00:00.000Z",
    assignedTo: 3,
    isApproved: false,
    reviewState: "waiting",
    issuedOn: null,
    expiresOn: null,
    country: null,
    validUntil: null,
    validityWaived: false,
    extraItemId: null,
    replaces: null,
    earlierCount: 0,
    version: 1,
    ...fields,
  };
}

export function buildQueueRow(fields: Partial<QueueRow> = {}): QueueRow {
  return {
    document: buildDocument(),
    case: {
      id: 7,
      caseId: "NR-2026-0003",
      title: "Timur Seitkaliyev - Citizenship Application",
      status: "due_diligence_fiu_first_stage",
      citizenshipProgram: "nauru",
      submissionOn: null,
    },
    person: {
      applicantId: 3,
      fullName: "Timur Seitkaliyev",
      category: "Main Applicant",
      age: 38,
      nationality: "Kazakhstani",
      gender: "male",
      dateOfBirth: "1988-02-14",
    },
    item: {
      key: "r30.p3",
      label: "Police Certificate (Origin)",
      country: null,
      state: "waiting",
      dueOn: null,
      files: { min: 1, max: 1, accepted: 0, waiting: 1 },
    },
    rule: {
      label: "Police Certificate (Origin)",
      form: "original or certified copy",
      help: null,
      note: null,
      window: null,
    },
    earlier: null,
    sameAs: null,
    sampleId: null,
    ...fields,
  };
}
