/** The three families of the demonstration as a checklist reads them, without a database. */
import type { Person } from "contract/checklist-parts";
import type { DemoCase, DemoChecklist, DemoDocument } from "#demo/demo-bureau.ts";
import { AS_OF, readDemoBureau } from "#demo/read-demo-bureau.ts";
import type {
  ChecklistInput,
  DecisionFacts,
  DocumentFacts,
  PipelineStatus,
} from "#server/modules/checklist/checklist-input.ts";
import { seededRules } from "./seeded-rules.ts";

const bureau = readDemoBureau(AS_OF);
const agent: Person = { firstName: "Omar", lastName: "Fakhrazi", role: "agent" };
const DECIDED_AT = "2026-11-18T08:00:00.000Z";

/** Right after the upgrade nobody has told a fact, dated a paper or decided anything. */
export function familyOf(code: string, { isUpgraded = false } = {}): ChecklistInput {
  const demoCase = bureau.cases.find(({ caseId }) => caseId === code);
  const worked = demoCase?.checklist;
  if (!demoCase || !worked) throw new Error(`The demonstration has no checklist of ${code}.`);
  const ids = idsOf(demoCase);
  return {
    rules: seededRules,
    caseFile: {
      id: 1,
      citizenshipProgram: demoCase.citizenshipProgram,
      nationality: demoCase.nationality,
      status: demoCase.status,
      submissionOn: isUpgraded ? null : worked.submissionOn,
      lastPipelineStatus: demoCase.status as PipelineStatus,
      statusSince: AS_OF,
    },
    applicants: demoCase.applicants.map(({ key, category, gender, dateOfBirth }, position) => ({
      id: ids[key] ?? 0,
      position,
      category,
      gender,
      dateOfBirth,
      nationality: isUpgraded ? null : demoCase.nationality,
      maritalStatus: isUpgraded ? null : (worked.facts[key]?.maritalStatus ?? null),
      residences: isUpgraded ? null : (worked.facts[key]?.residences ?? null),
    })),
    documents: isUpgraded
      ? demoCase.documents.map((document, index) => undated(documentOf(document, ids, index)))
      : [...demoCase.documents, ...worked.documents].map((document, index) =>
          reviewed(documentOf(document, ids, index), worked),
        ),
    decisions: isUpgraded ? [] : decisionsOf(demoCase, ids),
    today: AS_OF,
  };
}

/** By key of the applicant, from 1. */
function idsOf(demoCase: DemoCase): Record<string, number> {
  return Object.fromEntries(demoCase.applicants.map(({ key }, index) => [key, index + 1]));
}

function documentOf(
  document: DemoDocument,
  ids: Record<string, number>,
  index: number,
): DocumentFacts {
  return {
    id: index + 1,
    originalName: document.originalName,
    mimeType: document.mimeType,
    category: document.category,
    assignedTo: ids[document.assignedTo ?? ""] ?? null,
    uploadedAt: document.uploadedAt,
    reviewState: document.isApproved ? "accepted" : "waiting",
    issuedOn: document.issueDate ?? null,
    expiresOn: document.expiryDate ?? null,
    country: null,
    validityWaived: false,
    extraItemId: null,
    isCurrent: true,
    revision: 1,
    earlierCount: 0,
    publicText: null,
  };
}

function undated(document: DocumentFacts): DocumentFacts {
  return { ...document, issuedOn: null, expiresOn: null };
}

function reviewed(document: DocumentFacts, { reviews }: DemoChecklist): DocumentFacts {
  const review = reviews.find((each) => each.document === document.originalName);
  return review ? { ...document, reviewState: review.decision } : document;
}

function decisionsOf(demoCase: DemoCase, ids: Record<string, number>): DecisionFacts[] {
  const { verdicts = [], extras = [] } = demoCase.checklist ?? {};
  const none = { country: null, reason: null, by: agent, updatedAt: DECIDED_AT };
  const ruleOf = (category: string) =>
    seededRules.find(
      (rule) => rule.program === demoCase.citizenshipProgram && rule.category === category,
    )?.id ?? 0;
  return [
    ...verdicts.map(({ category, person, verdict, dueOn = null }, index) => ({
      ...none,
      id: index + 1,
      ruleId: ruleOf(category),
      applicantId: ids[person] ?? 0,
      verdict,
      title: null,
      category: null,
      instruction: null,
      dueOn,
      revision: index + 1,
    })),
    ...extras.map(({ title, category, person, instruction, dueOn }, index) => ({
      ...none,
      id: 100 + index,
      ruleId: null,
      applicantId: ids[person] ?? null,
      verdict: null,
      title,
      category,
      instruction,
      dueOn,
      revision: 100 + index,
    })),
  ];
}
