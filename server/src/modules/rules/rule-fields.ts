/** A rule made whole: what was left out, what holds between two of its fields, what an edit changes. */
import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";
import {
  type RuleClause,
  type RuleInput,
  ruleMessages,
  type UpdateRuleInput,
} from "contract/rules";
import { badField } from "#server/core/errors.ts";
import type { DocumentRuleRow } from "#server/database/tables/document-rules.ts";

export type NewRule = z.output<typeof RuleInput>;
export type RuleChanges = z.output<typeof UpdateRuleInput>;
/** What somebody fills in. */
export type RuleFields = Omit<
  DocumentRuleRow,
  "id" | "retiredAt" | "revision" | "createdAt" | "updatedAt"
>;
export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

export function fieldsOfNew(input: NewRule): RuleFields {
  return settled({
    program: input.program,
    category: input.category,
    label: input.label,
    dueFrom: input.dueFrom,
    providedBy: input.providedBy,
    scope: input.scope,
    clauses: input.clauses.map(clauseOf),
    quantityMin: input.quantityMin ?? 1,
    quantityMax: input.quantityMax ?? 1,
    perResidence: input.perResidence ?? false,
    residenceMonths: input.residenceMonths ?? null,
    coveredBy: input.coveredBy ?? null,
    validityBasis: input.validityBasis ?? "none",
    validityDays: input.validityDays ?? null,
    warnDays: input.warnDays ?? 0,
    judgedOn: input.judgedOn ?? "submission",
    form: input.form ?? null,
    help: input.help ?? null,
    note: input.note ?? null,
    sampleId: input.sampleId ?? null,
  });
}

/** A field that was not sent stays. */
export function fieldsAfter(before: DocumentRuleRow, changes: RuleChanges): RuleFields {
  const sent = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  const { clauses } = changes;
  const { id: _id, retiredAt: _at, revision: _r, createdAt: _c, updatedAt: _u, ...kept } = before;
  return settled({ ...kept, ...sent, clauses: clauses?.map(clauseOf) ?? kept.clauses });
}

export function changesBetweenFields(before: RuleFields | null, after: RuleFields): FieldChanges {
  const fields = Object.keys(after) as (keyof RuleFields)[];
  return Object.fromEntries(
    fields
      .map((field) => [field, { from: before?.[field] ?? null, to: after[field] }] as const)
      .filter(([, { from, to }]) => !isDeepStrictEqual(from, to)),
  );
}

/** Without a basis there are no days; with one they are needed. */
function settled(fields: RuleFields): RuleFields {
  const { validityBasis, quantityMin, quantityMax } = fields;
  const validityDays = validityBasis === "none" ? null : fields.validityDays;
  if (validityBasis !== "none" && validityDays === null)
    throw badField("validityDays", ruleMessages.days);
  if (quantityMin > quantityMax) throw badField("quantityMax", ruleMessages.files);
  const { form, help, note } = fields;
  return { ...fields, validityDays, form: form || null, help: help || null, note: note || null };
}

type SentClause = NewRule["clauses"][number];

/** Stored without its empty fields. */
function clauseOf(clause: SentClause): RuleClause {
  const { kind, need, minAge, maxAge, gender, maritalStatuses, condition } = clause;
  return {
    kind,
    need,
    ...(typeof minAge === "number" && { minAge }),
    ...(typeof maxAge === "number" && { maxAge }),
    ...(gender && { gender }),
    ...(maritalStatuses?.length && { maritalStatuses }),
    ...(condition && { condition }),
  };
}
