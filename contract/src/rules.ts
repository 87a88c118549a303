/** What each program asks of whom: one rule per program and kind of paper (W-RUL). */
import * as z from "zod/mini";
import { applicantCategories, applicantGenders } from "./applicants.ts";
import { programs } from "./case-parts.ts";
import { caseStatuses } from "./case-status.ts";
import {
  askedCategories,
  maritalStatuses,
  Person,
  providers,
  validityBases,
} from "./checklist-parts.ts";
import { endpoint } from "./endpoint.ts";
import { ById, Id, longText, optionalText, requiredText, Timestamp } from "./fields.ts";
import { listQuery } from "./list-query.ts";

/** The nine steps of the pipeline: a rule asks from one of them on. */
export const pipelineStatuses = caseStatuses.slice(0, 9) as [
  (typeof caseStatuses)[0],
  ...(typeof caseStatuses)[number][],
];
export const ruleScopes = ["applicant", "case"] as const;
export const clauseNeeds = ["required", "conditional", "optional"] as const;
export const judgedOn = ["submission", "current"] as const;
export const MOST_CLAUSES = 12;
const MOST_AGE = 120;
export const MOST_RULE_CHANGES = 200;

export const ruleMessages = {
  ages: "Ages must be between 0 and 120, the lower one first",
  question: "A conditional clause needs its question",
  clauses: "At least one clause is needed",
  days: "A window needs its days",
  sample: "Invalid sample",
  files: "At most as many files as allowed can be asked for",
} as const;

/** A rule as it is stored and answered: a clause comes without its empty fields. */
export const RuleClause = z.object({
  kind: z.enum(applicantCategories),
  need: z.enum(clauseNeeds),
  minAge: z.optional(z.number()),
  maxAge: z.optional(z.number()),
  gender: z.optional(z.enum(applicantGenders)),
  maritalStatuses: z.optional(z.array(z.enum(maritalStatuses))),
  condition: z.optional(z.string()),
});
export type RuleClause = z.infer<typeof RuleClause>;

export const Rule = z.object({
  id: z.number(),
  program: z.enum(programs),
  category: z.enum(askedCategories),
  label: z.string(),
  dueFrom: z.enum(pipelineStatuses),
  providedBy: z.enum(providers),
  scope: z.enum(ruleScopes),
  clauses: z.array(RuleClause),
  quantityMin: z.number(),
  quantityMax: z.number(),
  perResidence: z.boolean(),
  residenceMonths: z.nullable(z.number()),
  coveredBy: z.nullable(z.enum(askedCategories)),
  validityBasis: z.enum(validityBases),
  validityDays: z.nullable(z.number()),
  warnDays: z.number(),
  judgedOn: z.enum(judgedOn),
  form: z.nullable(z.string()),
  help: z.nullable(z.string()),
  note: z.nullable(z.string()),
  sampleId: z.nullable(z.number()),
  retiredAt: z.nullable(Timestamp),
  version: z.number(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Rule = z.infer<typeof Rule>;

const Age = z
  .int(ruleMessages.ages)
  .check(z.gte(0, ruleMessages.ages), z.lte(MOST_AGE, ruleMessages.ages));
const ClauseInput = z
  .strictObject({
    kind: z.enum(applicantCategories, "Invalid category"),
    need: z.enum(clauseNeeds, "Invalid need"),
    minAge: z.optional(z.nullable(Age)),
    maxAge: z.optional(z.nullable(Age)),
    gender: z.optional(z.nullable(z.enum(applicantGenders, "Invalid gender"))),
    maritalStatuses: z.optional(
      z.nullable(z.array(z.enum(maritalStatuses, "Invalid marital status"))),
    ),
    condition: z.optional(z.nullable(optionalText(200))),
  })
  .check(
    z.refine(({ minAge, maxAge }) => (minAge ?? 0) <= (maxAge ?? MOST_AGE), ruleMessages.ages),
    z.refine(
      ({ need, maritalStatuses: statuses, condition }) =>
        Boolean(condition) || (need !== "conditional" && (statuses ?? []).length === 0),
      ruleMessages.question,
    ),
  );
export type RuleClauseInput = z.input<typeof ClauseInput>;

const whole = (from: number, to: number) => {
  const message = `Must be a whole number from ${from} to ${to}`;
  return z.int(message).check(z.gte(from, message), z.lte(to, message));
};
const nullable = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

const changeable = {
  label: requiredText("Label is required", 100),
  dueFrom: z.enum(pipelineStatuses, "Invalid status"),
  providedBy: z.enum(providers, "Invalid provider"),
  clauses: z
    .array(ClauseInput, ruleMessages.clauses)
    .check(z.minLength(1, ruleMessages.clauses), z.maxLength(MOST_CLAUSES, "At most 12 clauses")),
};
const more = {
  quantityMin: z.optional(whole(0, 20)),
  quantityMax: z.optional(whole(1, 20)),
  residenceMonths: nullable(whole(1, 120)),
  coveredBy: nullable(z.enum(askedCategories, "Invalid document category")),
  validityBasis: z.optional(z.enum(validityBases, "Invalid validity")),
  validityDays: nullable(whole(0, 3650)),
  warnDays: z.optional(whole(0, 730)),
  judgedOn: z.optional(z.enum(judgedOn, "Invalid reference day")),
  form: nullable(longText().check(z.maxLength(300, "Must be at most 300 characters"))),
  help: nullable(longText().check(z.maxLength(500, "Must be at most 500 characters"))),
  note: nullable(longText().check(z.maxLength(1000, "Must be at most 1000 characters"))),
  sampleId: nullable(Id),
};

/** What holds between two fields (days without a basis, the fewest and the most files) is asked by the service, which knows both. */
export const RuleInput = z.strictObject({
  program: z.enum(programs, "Invalid program"),
  category: z.enum(askedCategories, "Invalid document category"),
  scope: z.enum(ruleScopes, "Invalid scope"),
  perResidence: z.optional(z.boolean()),
  ...changeable,
  ...more,
});
export type RuleInput = z.input<typeof RuleInput>;

export const UpdateRuleInput = z.strictObject({
  label: z.optional(changeable.label),
  dueFrom: z.optional(changeable.dueFrom),
  providedBy: z.optional(changeable.providedBy),
  clauses: z.optional(changeable.clauses),
  ...more,
});
export type UpdateRuleInput = z.input<typeof UpdateRuleInput>;

/** A new rule, an edit, or with `rule` null a retirement. */
export const PreviewRuleInput = z.union(
  [
    z.strictObject({ id: z.null(), rule: RuleInput }),
    z.strictObject({ id: Id, rule: z.nullable(UpdateRuleInput) }),
  ],
  { error: ({ errors, input }) => problemOf(errors, isOfNewRule(input)) },
);
export type PreviewRuleInput = z.input<typeof PreviewRuleInput>;

export const RulePreview = z.object({
  openCases: z.number(),
  changedCases: z.number(),
  itemsAdded: z.number(),
  itemsRemoved: z.number(),
  itemsChanged: z.number(),
  examples: z.array(z.object({ caseId: z.string(), title: z.string() })),
});
export type RulePreview = z.infer<typeof RulePreview>;

export const ruleChangeKinds = ["created", "changed", "retired", "restored"] as const;
export const RuleChange = z.object({
  at: Timestamp,
  person: Person,
  kind: z.enum(ruleChangeKinds),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
});
export type RuleChange = z.infer<typeof RuleChange>;

export const rulesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/document-rules",
    access: "staff",
    scope: "session",
    summary: "What each program asks of whom",
    query: listQuery({
      program: z.optional(z.enum(programs, "Invalid program")),
      retired: z._default(z.enum(["0", "1"], "Invalid retired"), "0"),
    }),
    response: z.array(Rule),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/document-rules",
    access: "admin",
    scope: "session",
    summary: "Ask for a further kind of paper",
    body: RuleInput,
    response: Rule,
    status: 201,
    stepUp: true,
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/document-rules/:id",
    access: "admin",
    scope: "session",
    summary: "Change a rule; in force for all open cases at once",
    params: ById,
    body: UpdateRuleInput,
    response: Rule,
    stepUp: true,
  }),
  retire: endpoint({
    method: "POST",
    path: "/api/document-rules/:id/retire",
    access: "admin",
    scope: "session",
    summary: "Ask no more for what a rule asks",
    params: ById,
    response: Rule,
    stepUp: true,
  }),
  restore: endpoint({
    method: "POST",
    path: "/api/document-rules/:id/restore",
    access: "admin",
    scope: "session",
    summary: "Ask again for what a retired rule asked",
    params: ById,
    response: Rule,
    stepUp: true,
  }),
  preview: endpoint({
    method: "POST",
    path: "/api/document-rules/preview",
    access: "admin",
    scope: "session",
    summary: "What saving a rule would change in the open cases; changes nothing",
    body: PreviewRuleInput,
    response: RulePreview,
    budget: "archives",
  }),
  listChanges: endpoint({
    method: "GET",
    path: "/api/document-rules/:id/history",
    access: "admin",
    scope: "session",
    summary: "Who changed a rule, when and how, newest first",
    params: ById,
    response: z.array(RuleChange),
  }),
};

function isOfNewRule(input: unknown): boolean {
  return typeof input === "object" && input !== null && "id" in input && input.id === null;
}

/** What is wrong with the one that was meant. */
function problemOf(errors: unknown, isNew: boolean): string {
  const [ofNew, ofEdit] = (errors ?? []) as { message?: string }[][];
  return (isNew ? ofNew : ofEdit)?.[0]?.message ?? "Invalid input";
}
