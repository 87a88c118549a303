import type { ChecklistItem } from "contract/checklist";
import type { AskedCategory } from "contract/checklist-parts";
import type { Rule } from "contract/rules";
/** Small cases for the derivation of a checklist: say what matters, the rest is usual. */
import type {
  ApplicantFacts,
  CaseFacts,
  ChecklistInput,
  DecisionFacts,
  DocumentFacts,
} from "#server/modules/checklist/checklist-input.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { seededRules } from "./seeded-rules.ts";

export const TODAY = "2026-11-21";

export function personOf(facts: Partial<ApplicantFacts> = {}): ApplicantFacts {
  return {
    id: 1,
    position: (facts.id ?? 1) - 1,
    category: "Main Applicant",
    gender: "male",
    dateOfBirth: "1981-04-17",
    nationality: "Lebanese",
    maritalStatus: "married",
    residences: ["ARE"],
    ...facts,
  };
}

export function documentOf(facts: Partial<DocumentFacts> = {}): DocumentFacts {
  const id = facts.id ?? 1;
  return {
    id,
    originalName: `Paper ${id}.pdf`,
    mimeType: "application/pdf",
    category: "passport",
    assignedTo: 1,
    uploadedAt: `2026-10-01T08:00:${String(id % 60).padStart(2, "0")}.000Z`,
    reviewState: "accepted",
    issuedOn: null,
    expiresOn: null,
    country: null,
    validityWaived: false,
    extraItemId: null,
    isCurrent: true,
    revision: 1,
    earlierCount: 0,
    publicText: null,
    ...facts,
  };
}

/** Of a rule's item; with a title, a paper asked for by hand. */
export function decisionOf(facts: Partial<DecisionFacts> = {}): DecisionFacts {
  return {
    id: 1,
    ruleId: null,
    applicantId: 1,
    country: null,
    verdict: null,
    reason: null,
    title: null,
    category: facts.title === undefined ? null : "other",
    instruction: null,
    dueOn: null,
    by: null,
    revision: 1,
    updatedAt: "2026-11-01T08:00:00.000Z",
    ...facts,
  };
}

export function ruleOf(
  program: Rule["program"],
  category: AskedCategory,
  changes: Partial<Rule> = {},
): Rule {
  const rule = seededRules.find((each) => each.program === program && each.category === category);
  if (!rule) throw new Error(`No rule for ${category} in ${program}.`);
  return { ...rule, ...changes };
}

type Situation = Partial<Omit<ChecklistInput, "caseFile">> & { caseFile?: Partial<CaseFacts> };

/** An onboarding case of Vanuatu with one applicant. */
export function caseOf({ caseFile, ...rest }: Situation = {}): ChecklistInput {
  return {
    rules: seededRules,
    caseFile: {
      id: 1,
      citizenshipProgram: "vanuatu",
      nationality: "Lebanese",
      status: "onboarding",
      submissionOn: null,
      lastPipelineStatus: null,
      statusSince: TODAY,
      ...caseFile,
    },
    applicants: [personOf()],
    documents: [],
    decisions: [],
    today: TODAY,
    ...rest,
  };
}

export function itemsOf(input: ChecklistInput, category: AskedCategory): ChecklistItem[] {
  return checklistOf(input).items.filter((item) => item.category === category);
}

export function statesOf(input: ChecklistInput, category: AskedCategory): string[] {
  return itemsOf(input, category).map(({ state, reason }) =>
    reason ? `${state} ${reason}` : state,
  );
}
