/** Which papers are asked for in a case, before anybody looks at what is there: those of the rules and those asked by hand. */
import type { ItemWindow } from "contract/checklist";
import { type AskedCategory, itemKeyOf } from "contract/checklist-parts";
import { alpha3Of } from "contract/countries";
import type { Rule } from "contract/rules";
import type { ApplicantFacts, ChecklistInput, DecisionFacts } from "./checklist-input.ts";
import { type Need, needOf } from "./needs.ts";
import { referenceDayOf, windowOf } from "./validity.ts";

export type AskedItem = {
  key: string;
  category: AskedCategory;
  /** Null: asked of the case as a whole. */
  applicantId: number | null;
  country: string | null;
  need: Need;
  isCovered: boolean;
  min: number;
  max: number;
  window: ItemWindow | null;
  /** Null of a rule's item of which nobody decided anything. */
  decision: DecisionFacts | null;
  /** Null: asked by hand, and the decision is the request. */
  rule: Rule | null;
};

const MOST_FILES_OF_EXTRA = 20;

type Family = {
  input: ChecklistInput;
  rules: readonly Rule[];
  people: readonly ApplicantFacts[];
  today: string;
};

export function askedItems(family: Family): AskedItem[] {
  const decided = new Map<string, DecisionFacts>();
  const extras: AskedItem[] = [];
  for (const decision of family.input.decisions) {
    if (decision.ruleId === null) extras.push(extraItem(decision));
    else decided.set(itemKeyOf({ ...decision, ruleId: decision.ruleId }), decision);
  }
  const ofRules = family.rules.flatMap((rule) => itemsOfRule(rule, family));
  return [
    ...ofRules.map((item) => ({ ...item, decision: decided.get(item.key) ?? null })),
    ...extras,
  ];
}

function itemsOfRule(rule: Rule, family: Family): AskedItem[] {
  const { people, today, input } = family;
  const main = people.find(({ category }) => category === "Main Applicant");
  // A paper of the whole case is judged by its main applicant.
  const asked =
    rule.scope === "applicant" ? people : [main].filter((person) => person !== undefined);
  const referenceDay = referenceDayOf(rule.judgedOn, { ...input.caseFile, today });
  const window = windowOf(rule, referenceDay);
  const min = Math.max(1, rule.quantityMin);
  return asked.flatMap((person) => {
    const need = needOf(rule, person, referenceDay);
    if (need === null) return [];
    const applicantId = rule.scope === "applicant" ? person.id : null;
    return countriesOf(rule, person).map((country) => ({
      key: itemKeyOf({ ruleId: rule.id, applicantId, country }),
      category: rule.category,
      applicantId,
      country,
      need,
      isCovered: isCovered(rule, { person, country, family }),
      min,
      max: Math.max(min, rule.quantityMax),
      window,
      decision: null,
      rule,
    }));
  });
}

function countriesOf(rule: Rule, { residences }: ApplicantFacts): (string | null)[] {
  return rule.perResidence && residences?.length ? residences : [null];
}

type Lived = { person: ApplicantFacts; country: string | null; family: Family };

/** Where somebody lives in the country of his citizenship, its own certificate serves, as long as one is asked for. */
function isCovered({ coveredBy }: Rule, { person, country, family }: Lived): boolean {
  if (coveredBy === null || country === null) return false;
  if (!family.rules.some(({ category }) => category === coveredBy)) return false;
  const isMain = person.category === "Main Applicant";
  const demonym = person.nationality ?? (isMain ? family.input.caseFile.nationality : null);
  return demonym !== null && alpha3Of(demonym) === country;
}

function extraItem(decision: DecisionFacts): AskedItem {
  return {
    key: itemKeyOf({ extraId: decision.id }),
    category: decision.category ?? "other",
    applicantId: decision.applicantId,
    country: null,
    need: { kind: "required" },
    isCovered: false,
    min: 1,
    max: MOST_FILES_OF_EXTRA,
    window: null,
    decision,
    rule: null,
  };
}
