/** Whether a rule asks a person for its paper: each clause of his kind answers yes, no, or that a fact is missing. */
import { type MissingFact, missingFacts } from "contract/checklist-parts";
import type { Rule, RuleClause } from "contract/rules";
import { ageOn } from "./ages.ts";
import type { ApplicantFacts } from "./checklist-input.ts";

export type Need =
  | { kind: "required" | "optional" }
  | { kind: "unknown"; waitsFor: MissingFact }
  | { kind: "conditional"; question: string };

type Answer = { clause: RuleClause; isYes: boolean; missing: MissingFact[] };

/** Null: not asked of this person at all. */
export function needOf(rule: Rule, person: ApplicantFacts, referenceDay: string): Need | null {
  const answers = rule.clauses
    .filter(({ kind }) => kind === person.category)
    .map((clause) => answerOf(clause, person, referenceDay));
  const yes = answers.filter(({ isYes }) => isYes).map(({ clause }) => clause);
  if (yes.some(({ need }) => need === "required")) return { kind: "required" };
  const missing = new Set(
    answers.filter(({ clause }) => clause.need !== "optional").flatMap((answer) => answer.missing),
  );
  const waitsFor = missingFacts.find((fact) => missing.has(fact));
  if (waitsFor) return { kind: "unknown", waitsFor };
  const conditional = yes.find(({ need }) => need === "conditional");
  if (conditional) return { kind: "conditional", question: conditional.condition ?? "" };
  return yes.length > 0 ? { kind: "optional" } : null;
}

/** Facts are missing only where none that is known says no. */
function answerOf(clause: RuleClause, person: ApplicantFacts, referenceDay: string): Answer {
  const facts: Record<MissingFact, boolean | null> = {
    dateOfBirth: fitsAge(clause, person.dateOfBirth, referenceDay),
    gender: clause.gender === undefined || fits(person.gender, [clause.gender]),
    maritalStatus:
      !clause.maritalStatuses?.length || fits(person.maritalStatus, clause.maritalStatuses),
  };
  const isContradicted = missingFacts.some((fact) => facts[fact] === false);
  const missing = isContradicted ? [] : missingFacts.filter((fact) => facts[fact] === null);
  return { clause, isYes: !isContradicted && missing.length === 0, missing };
}

function fitsAge(
  { minAge, maxAge }: RuleClause,
  dateOfBirth: string | null,
  day: string,
): boolean | null {
  if (minAge === undefined && maxAge === undefined) return true;
  if (dateOfBirth === null) return null;
  const age = ageOn(dateOfBirth, day);
  return age >= (minAge ?? 0) && age <= (maxAge ?? Infinity);
}

function fits<Value>(value: Value | null, wanted: readonly Value[]): boolean | null {
  return value === null ? null : wanted.includes(value);
}
