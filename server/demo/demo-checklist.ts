/** What the three families of demo-cases.json have besides: facts, the day of handing in, decisions, reviews, one more paper. */
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
  verdicts: [],
  extras: [],
};

/** By code of the case. */
export const demoChecklists: Record<string, DemoChecklist> = {
  "VU-2026-0014": sarrouf,
  "VU-2026-0006": lin,
  "NR-2026-0003": timur,
};
