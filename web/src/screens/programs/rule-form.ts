import type { Program } from "contract/case-parts";
/** A rule as a form holds it, and what of it is sent. Pure. */
import type { AskedCategory } from "contract/checklist-parts";
import type { Rule, RuleClauseInput, RuleInput, UpdateRuleInput } from "contract/rules";

export type ClauseForm = {
  kind: RuleClauseInput["kind"];
  need: RuleClauseInput["need"];
  minAge: string;
  maxAge: string;
  gender: "any" | "male" | "female";
  maritalStatuses: NonNullable<NonNullable<RuleClauseInput["maritalStatuses"]>>;
  condition: string;
};

export type RuleForm = {
  category: AskedCategory;
  scope: Rule["scope"];
  perResidence: boolean;
  label: string;
  dueFrom: Rule["dueFrom"];
  providedBy: Rule["providedBy"];
  clauses: ClauseForm[];
  quantityMin: string;
  quantityMax: string;
  residenceMonths: string;
  coveredBy: AskedCategory | "none";
  validityBasis: Rule["validityBasis"];
  validityDays: string;
  warnDays: string;
  judgedOn: Rule["judgedOn"];
  form: string;
  help: string;
  note: string;
  sampleId: string;
};

export const NO_SAMPLE = "none";
export const newClause: ClauseForm = {
  kind: "Main Applicant",
  need: "required",
  minAge: "",
  maxAge: "",
  gender: "any",
  maritalStatuses: [],
  condition: "",
};

export function emptyForm(category: AskedCategory): RuleForm {
  return {
    category,
    scope: "applicant",
    perResidence: false,
    label: "",
    dueFrom: "onboarding",
    providedBy: "client",
    clauses: [newClause],
    quantityMin: "1",
    quantityMax: "1",
    residenceMonths: "",
    coveredBy: "none",
    validityBasis: "none",
    validityDays: "",
    warnDays: "0",
    judgedOn: "submission",
    form: "",
    help: "",
    note: "",
    sampleId: NO_SAMPLE,
  };
}

export function formOf(rule: Rule): RuleForm {
  return {
    category: rule.category,
    scope: rule.scope,
    perResidence: rule.perResidence,
    label: rule.label,
    dueFrom: rule.dueFrom,
    providedBy: rule.providedBy,
    clauses: rule.clauses.map((clause) => ({
      kind: clause.kind,
      need: clause.need,
      minAge: textOf(clause.minAge),
      maxAge: textOf(clause.maxAge),
      gender: clause.gender ?? "any",
      maritalStatuses: clause.maritalStatuses ?? [],
      condition: clause.condition ?? "",
    })),
    quantityMin: textOf(rule.quantityMin),
    quantityMax: textOf(rule.quantityMax),
    residenceMonths: textOf(rule.residenceMonths),
    coveredBy: rule.coveredBy ?? "none",
    validityBasis: rule.validityBasis,
    validityDays: textOf(rule.validityDays),
    warnDays: textOf(rule.warnDays),
    judgedOn: rule.judgedOn,
    form: rule.form ?? "",
    help: rule.help ?? "",
    note: rule.note ?? "",
    sampleId: rule.sampleId === null ? NO_SAMPLE : String(rule.sampleId),
  };
}

/** Everything that may change later. */
export function updateOf(values: RuleForm): Required<UpdateRuleInput> {
  const hasWindow = values.validityBasis !== "none";
  return {
    label: values.label,
    dueFrom: values.dueFrom,
    providedBy: values.providedBy,
    clauses: values.clauses.map(clauseOf),
    quantityMin: numberOf(values.quantityMin) ?? 0,
    quantityMax: numberOf(values.quantityMax) ?? 1,
    residenceMonths: numberOf(values.residenceMonths),
    coveredBy: values.coveredBy === "none" ? null : values.coveredBy,
    validityBasis: values.validityBasis,
    validityDays: hasWindow ? numberOf(values.validityDays) : null,
    warnDays: numberOf(values.warnDays) ?? 0,
    judgedOn: values.judgedOn,
    form: filled(values.form),
    help: filled(values.help),
    note: filled(values.note),
    sampleId: values.sampleId === NO_SAMPLE ? null : Number(values.sampleId),
  };
}

export function inputOf(program: Program, values: RuleForm): RuleInput {
  const { category, scope, perResidence } = values;
  return { program, category, scope, perResidence, ...updateOf(values) };
}

/** What differs from the rule as it was opened: somebody else may change other fields meanwhile. */
export function changesOf(rule: Rule, values: RuleForm): UpdateRuleInput {
  const before = updateOf(formOf(rule));
  const after = updateOf(values);
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name as keyof UpdateRuleInput]),
    ),
  );
}

/** Empty fields of a clause are left out. */
function clauseOf(clause: ClauseForm): RuleClauseInput {
  const { kind, need, gender, maritalStatuses } = clause;
  const minAge = numberOf(clause.minAge);
  const maxAge = numberOf(clause.maxAge);
  const condition = filled(clause.condition);
  return {
    kind,
    need,
    ...(minAge === null ? {} : { minAge }),
    ...(maxAge === null ? {} : { maxAge }),
    ...(gender === "any" ? {} : { gender }),
    ...(maritalStatuses.length === 0 ? {} : { maritalStatuses }),
    ...(condition === null ? {} : { condition }),
  };
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function filled(text: string): string | null {
  return text.trim() === "" ? null : text;
}
