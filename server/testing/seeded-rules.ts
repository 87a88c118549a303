/** The rules that a bureau starts with, read from the research they were made of; a test holds the migration to them. */
import type { AskedCategory } from "contract/checklist-parts";
import type { Rule, RuleClause } from "contract/rules";
import source from "./document-requirements.json" with { type: "json" };

type Requirement = {
  program: Rule["program"];
  category: AskedCategory;
  label: string;
  caseStatus: Rule["dueFrom"];
  providedBy: Rule["providedBy"];
  scope: Rule["scope"];
  applies: RuleClause[];
  quantity: { min: number; max: number };
  form?: string;
  validity: {
    basis: Rule["validityBasis"];
    minRemainingDays?: number;
    maxAgeDays?: number;
    warnDays?: number;
  };
  help?: string;
  note?: string;
};

const judgedNow = new Set<AskedCategory>([
  "passport",
  "id",
  "nomination",
  "passport-form",
  "oath",
  "vanuatu-id",
  "vanuatu-birth",
  "vanuatu-citizenship",
  "vanuatu-passport",
]);

const monthsOfResidence = { vanuatu: 12, nauru: 6 };

const requirements = source.requirements as unknown as Requirement[];

export const seededRules: Rule[] = requirements.map((requirement, index) => {
  const { applies, quantity, validity, caseStatus, category } = requirement;
  const { program, label, providedBy, scope, form, help, note } = requirement;
  const isOfResidence = category === "police-residence";
  return {
    id: index + 1,
    program,
    category,
    label,
    dueFrom: caseStatus,
    providedBy,
    scope,
    clauses: applies.map(seededClause),
    quantityMin: quantity.min,
    quantityMax: quantity.max,
    perResidence: isOfResidence,
    residenceMonths: isOfResidence ? monthsOfResidence[program] : null,
    coveredBy: isOfResidence ? "police-origin" : null,
    validityBasis: validity.basis,
    validityDays: validity.minRemainingDays ?? validity.maxAgeDays ?? null,
    warnDays: validity.warnDays ?? 0,
    judgedOn: judgedNow.has(category) ? "current" : "submission",
    form: form ?? null,
    help: help ?? null,
    note: note ?? null,
    sampleId: null,
    retiredAt: null,
    version: 1,
    createdAt: "2026-08-01T00:00:00.000Z",
    updatedAt: "2026-08-01T00:00:00.000Z",
  };
});

function seededClause(clause: RuleClause): RuleClause {
  const asksStatus = clause.condition?.startsWith("if divorced or widowed") ?? false;
  return asksStatus
    ? { ...clause, need: "required", maritalStatuses: ["divorced", "widowed"] }
    : clause;
}
