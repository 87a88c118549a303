/** A rule of a program, for tests. */
import type { Rule } from "contract/rules";

export function buildRule(fields: Partial<Rule> = {}): Rule {
  return {
    id: 1,
    program: "vanuatu",
    category: "passport",
    label: "Passport",
    dueFrom: "onboarding",
    providedBy: "client",
    scope: "applicant",
    clauses: [{ kind: "Main Applicant", need: "required" }],
    quantityMin: 1,
    quantityMax: 4,
    perResidence: false,
    residenceMonths: null,
    coveredBy: null,
    validityBasis: "expiry-date",
    validityDays: 180,
    warnDays: 90,
    judgedOn: "current",
    form: "certified colour copy",
    help: "A clear colour scan.",
    note: "One nationality only.",
    sampleId: null,
    retiredAt: null,
    version: 3,
    createdAt: "2026-11-01T08:00:00.000Z",
    updatedAt: "2026-11-01T08:00:00.000Z",
    ...fields,
  };
}
