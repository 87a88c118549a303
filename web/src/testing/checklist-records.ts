/** A small checklist for tests: four people, one item of each kind that a screen treats in a way of its own. */
import type { Applicant } from "contract/applicants";
import type { Checklist, ChecklistItem, ItemDocument } from "contract/checklist";

function buildItem(fields: Partial<ChecklistItem> & { key: string }): ChecklistItem {
  return {
    ruleId: 1,
    extraId: null,
    applicantId: 1,
    category: "address",
    group: "stage2",
    label: "Proof of Address",
    country: null,
    providedBy: "client",
    need: "required",
    state: "missing",
    reason: null,
    counted: true,
    files: { min: 1, max: 1, accepted: 0, waiting: 0 },
    documents: [],
    window: null,
    help: "Bill or contract in your name.",
    form: null,
    condition: null,
    dueOn: null,
    isOverdue: false,
    sampleId: null,
    decision: null,
    ...fields,
  };
}

function buildItemDocument(fields: Partial<ItemDocument> & { id: number }): ItemDocument {
  return {
    originalName: "Main - Passport.pdf",
    mimeType: "application/pdf",
    version: 1,
    uploadedAt: "2026-11-18T08:00:00.000Z",
    reviewState: "accepted",
    state: "accepted",
    issuedOn: null,
    expiresOn: null,
    country: null,
    validUntil: null,
    earlierCount: 0,
    publicText: null,
    ...fields,
  };
}

function buildApplicant(fields: Partial<Applicant> & { id: number }): Applicant {
  return {
    caseId: 1,
    fullName: "Nadim Sarrouf",
    category: "Main Applicant",
    gender: "male",
    dateOfBirth: "1979-04-11",
    nationality: "Lebanese",
    maritalStatus: "married",
    residences: ["ARE"],
    passportName: null,
    passportEnding: null,
    passportCountry: null,
    passportExpiresOn: null,
    placeOfBirth: null,
    passportDocumentId: null,
    version: 1,
    ...fields,
  };
}

export const family: readonly Applicant[] = [
  buildApplicant({ id: 1 }),
  buildApplicant({ id: 2, fullName: "Rima Sarrouf", category: "Spouse" }),
  buildApplicant({ id: 3, fullName: "", category: "Dependent Child", dateOfBirth: null }),
];

const passport = buildItemDocument({ id: 11, validUntil: "2031-03-06" });
const tenancy = buildItemDocument({
  id: 12,
  originalName: "Spouse - Tenancy Contract.pdf",
  reviewState: "changes_requested",
  state: "changes_requested",
  publicText: "Please send one from the last 90 days.",
});
const affidavit = buildItemDocument({
  id: 13,
  originalName: "Main - Affidavit.pdf",
  reviewState: "waiting",
  state: "waiting",
  earlierCount: 1,
});

/** In the order in which the server sends them. */
const items: readonly ChecklistItem[] = [
  buildItem({
    key: "r1.p1",
    category: "passport",
    group: "stage1",
    label: "Passport",
    state: "accepted",
    documents: [passport],
    files: { min: 1, max: 4, accepted: 1, waiting: 0 },
  }),
  buildItem({
    key: "r9.p1",
    label: "Bank Statements",
    category: "bank-statement",
    state: "waiting",
    documents: [affidavit],
    files: { min: 1, max: 6, accepted: 0, waiting: 1 },
  }),
  buildItem({
    key: "x7",
    ruleId: null,
    extraId: 7,
    category: "other",
    label: "Sale contract behind the April deposit",
    help: "The notarised copy, every page.",
    dueOn: "2026-11-27",
    decision: {
      verdict: null,
      reason: null,
      by: { firstName: "Omar", lastName: "Fakhrazi", role: "agent" },
      at: "2026-11-18T08:00:00.000Z",
      version: 3,
    },
  }),
  buildItem({
    key: "r17.p1",
    label: "Other Supporting Document",
    category: "other",
    state: "not_required",
    reason: "optional",
    counted: false,
    need: "optional",
  }),
  buildItem({
    key: "r18.p1",
    group: "forms",
    category: "nomination",
    label: "Nomination Form",
    providedBy: "bureau",
    help: "We prepare the form; you sign.",
  }),
  buildItem({
    key: "r19.p1",
    group: "forms",
    category: "oath",
    label: "Oath of Allegiance",
    providedBy: "bureau",
    state: "not_yet_due",
    counted: false,
  }),
  buildItem({
    key: "r10.p2",
    applicantId: 2,
    state: "changes_requested",
    documents: [tenancy],
    window: { basis: "issue-date", days: 90, warnDays: 30, referenceDay: "2026-11-09" },
  }),
  buildItem({
    key: "r11.p2",
    applicantId: 2,
    label: "Employment / Business Proof",
    category: "employment",
    state: "undecided",
    reason: "condition",
    need: "conditional",
    condition: "if working",
  }),
  buildItem({
    key: "r2.p3",
    applicantId: 3,
    group: "stage1",
    category: "id",
    label: "National ID / Driving Licence",
    state: "undecided",
    reason: "dateOfBirth",
    need: "unknown",
  }),
  buildItem({
    key: "r6.p3",
    applicantId: 3,
    group: "stage1",
    category: "cv",
    label: "Personal Profile / CV",
    state: "undecided",
    reason: "dateOfBirth",
    need: "unknown",
  }),
  buildItem({
    key: "r21.case",
    applicantId: null,
    group: "vanuatu",
    category: "fiu-letter",
    label: "FIU Clearance Letter",
    providedBy: "government",
    counted: false,
  }),
];

export function buildChecklist(fields: Partial<Checklist> = {}): Checklist {
  return {
    caseId: 1,
    stage: "bank_clearance",
    today: "2026-11-21",
    submissionOn: "2026-12-12",
    readiness: {
      total: 8,
      done: 1,
      percent: 12,
      missing: 2,
      waiting: 1,
      changesRequested: 1,
      expired: 0,
      expiring: 0,
      undecided: 3,
      waitingFiles: 2,
      unsortedFiles: 1,
      overdue: 0,
      nextDueOn: "2026-11-27",
      worstValidity: "ok",
      earliestValidUntil: "2031-03-06",
    },
    next: ["r10.p2", "x7"],
    people: [
      { applicantId: 1, done: 1, total: 4, turns: null },
      { applicantId: 2, done: 0, total: 2, turns: null },
      { applicantId: 3, done: 0, total: 2, turns: { age: 18, on: "2027-01-14" } },
    ],
    items: [...items],
    others: [{ documentId: 42, reason: "uncategorized" }],
    can: { decide: true, review: true },
    ...fields,
  };
}

/** As a client gets it: nothing of the government, no question, no verdict. */
export function buildClientChecklist(): Checklist {
  const whole = buildChecklist({ can: { decide: false, review: false } });
  return {
    ...whole,
    items: whole.items
      .filter(({ group }) => group !== "vanuatu")
      .map((item) => ({ ...item, condition: null, decision: null })),
  };
}
