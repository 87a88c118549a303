/** What the three families of demo-cases.json and two of the further ones have besides: facts, the day of handing in, decisions, reviews, one more paper. */
import type { DemoChecklist } from "./demo-bureau.ts";

const sarrouf: DemoChecklist = {
  submissionOn: "2026-11-09",
  facts: {
    a1: { residences: ["ARE"], maritalStatus: "married" },
    a2: { residences: ["ARE"], maritalStatus: "married" },
    a3: { residences: ["ARE"], maritalStatus: "single" },
    a4: { residences: null, maritalStatus: "single" },
  },
  documents: [
    {
      originalName: "Child - Affidavit of Support.pdf",
      category: "other",
      assignedTo: "a3",
      mimeType: "application/pdf",
      uploadedAt: "2026-11-19T20:15:00+04:00",
      uploadedBy: "nadim",
      isApproved: false,
      issueDate: "2026-11-18",
    },
  ],
  reviews: [
    {
      document: "Spouse - Tenancy Contract.pdf",
      decision: "changes_requested",
      reasonCode: "too_old",
      by: "agent1",
      on: "2026-11-18",
    },
  ],
  verdicts: [
    { category: "bank-statement", person: "a2", verdict: "does_not_apply" },
    { category: "employment", person: "a2", verdict: "does_not_apply" },
    { category: "address", person: "a3", verdict: "does_not_apply" },
    { category: "employment", person: "a3", verdict: "does_not_apply" },
    { category: "other", person: "a3", verdict: "applies" },
    { category: "other", person: "a4", verdict: "does_not_apply" },
  ],
  extras: [
    {
      title: "Sale contract behind the April deposit",
      category: "other",
      person: "a1",
      instruction: "The notarised copy, every page. The receiving bank asks for it.",
      dueOn: "2026-11-27",
    },
  ],
};

const lin: DemoChecklist = {
  submissionOn: "2026-06-17",
  facts: {
    b1: { residences: ["ARE", "CHN"], maritalStatus: "married" },
    b2: { residences: ["ARE"], maritalStatus: "married" },
    b3: { residences: null, maritalStatus: "single" },
    b4: { residences: ["CHN"], maritalStatus: "widowed" },
  },
  documents: [],
  reviews: [],
  verdicts: [
    { category: "bank-statement", person: "b2", verdict: "does_not_apply" },
    { category: "employment", person: "b2", verdict: "does_not_apply" },
    { category: "id", person: "b3", verdict: "does_not_apply" },
    { category: "other", person: "b3", verdict: "does_not_apply" },
  ],
  extras: [],
};

const timur: DemoChecklist = {
  submissionOn: null,
  facts: { c1: { residences: ["ARE"], maritalStatus: "single" } },
  documents: [],
  reviews: [{ document: "Emirates ID.png", decision: "accepted", by: "agent2", on: "2026-11-01" }],
  // Asked for by hand, and not brought in time.
  verdicts: [{ category: "id", person: "c1", verdict: null, dueOn: "2026-11-16" }],
  extras: [],
};

/** A client who has brought all there is to bring; what is left is for the bureau to look at. */
const okwuelu: DemoChecklist = {
  submissionOn: null,
  facts: { a0: { residences: ["ARE"], maritalStatus: "single" } },
  documents: [
    {
      ...arrived("Passport.jpg", "2026-11-06"),
      category: "passport",
      mimeType: "image/jpeg",
      expiryDate: "2033-05-02",
    },
    {
      ...arrived("Emirates ID.png", "2026-11-06"),
      category: "id",
      mimeType: "image/png",
      expiryDate: "2028-03-01",
    },
    {
      ...arrived("Police Certificate UAE.pdf", "2026-11-10"),
      category: "police-residence",
      issueDate: "2026-10-28",
    },
    { ...arrived("Birth Certificate.pdf", "2026-11-10"), category: "birth" },
    {
      ...arrived("Police Certificate Nigeria.pdf", "2026-11-19"),
      category: "police-origin",
      issueDate: "2026-11-12",
      isApproved: false,
    },
  ],
  reviews: [],
  verdicts: [],
  extras: [],
};

/** In a hurry: the passport of the one was filed with the other. */
const qasimour: DemoChecklist = {
  submissionOn: null,
  facts: {},
  documents: [
    {
      originalName: "Spouse - Passport (renewed).jpg",
      category: "passport",
      assignedTo: "a1",
      shows: "a0",
      mimeType: "image/jpeg",
      uploadedAt: "2026-11-20T09:40:00+04:00",
      isApproved: false,
      expiryDate: "2035-02-11",
    },
  ],
  reviews: [],
  verdicts: [],
  extras: [],
};

function arrived(originalName: string, day: string) {
  return {
    originalName,
    assignedTo: "a0",
    mimeType: "application/pdf",
    uploadedAt: `${day}T11:20:00+04:00`,
    isApproved: true,
  };
}

/** By code of the case. */
export const demoChecklists: Record<string, DemoChecklist> = {
  "VU-2026-0014": sarrouf,
  "VU-2026-0006": lin,
  "NR-2026-0003": timur,
  "VU-2026-0020": qasimour,
  "NR-2026-0023": okwuelu,
};
