/** What saving a rule would change in the open cases. Counted in pieces, between which others are served; changes nothing. */
import { setImmediate as letOthers } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import { MAX_ID } from "contract/fields";
import type { PreviewRuleInput, Rule, RulePreview } from "contract/rules";
import type { SignedInActor } from "#server/core/actor.ts";
import { withVersion } from "#server/core/revision.ts";
import { runtime } from "#server/core/runtime.ts";
import { documentRules } from "#server/database/tables/document-rules.ts";
import type { ChecklistInput } from "#server/modules/checklist/checklist-input.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { countOpenCases, type OpenCase, readOpenCases } from "./open-cases.queries.ts";
import { fieldsAfter, fieldsOfNew } from "./rule-fields.ts";
import { assertKeepsRules } from "./rules.policy.ts";
import { assertSample, findRule, takenPair } from "./rules.service.ts";

const MOST_EXAMPLES = 10;
/** Derived without a pause: a few milliseconds. */
const TOGETHER = 25;

/** The rules of a program as they are, and as they would be. */
type Plan = { program: Rule["program"]; category: Rule["category"]; before: Rule[]; after: Rule[] };
type Difference = { added: number; removed: number; changed: number };

export async function preview(
  actor: SignedInActor,
  input: z.output<typeof PreviewRuleInput>,
): Promise<RulePreview> {
  assertKeepsRules(actor);
  const plan = await planOf(input);
  const result: RulePreview = {
    openCases: await countOpenCases(plan.program),
    changedCases: 0,
    itemsAdded: 0,
    itemsRemoved: 0,
    itemsChanged: 0,
    examples: [],
  };
  if (plan.before === plan.after) return result;
  const concerned = concernedRules(plan);
  const changedCases: RulePreview["examples"] = [];
  for await (const piece of readOpenCases(plan.program, concerned)) {
    for (const [index, openCase] of piece.entries()) {
      if (index % TOGETHER === 0) await letOthers();
      const { added, removed, changed } = differenceIn(openCase, concerned);
      if (added + removed + changed === 0) continue;
      result.itemsAdded += added;
      result.itemsRemoved += removed;
      result.itemsChanged += changed;
      const { caseId, title } = openCase;
      changedCases.push({ caseId, title });
    }
  }
  result.changedCases = changedCases.length;
  result.examples = changedCases.toSorted(byCode).slice(0, MOST_EXAMPLES);
  return result;
}

async function planOf(input: z.output<typeof PreviewRuleInput>): Promise<Plan> {
  if (input.id === null) {
    const fields = fieldsOfNew(input.rule);
    const before = await activeRules(fields.program);
    if (before.some(({ category }) => category === fields.category)) throw takenPair(fields);
    await assertSample(runtime.database, fields);
    const at = runtime.clock.now().toISOString();
    const written = { version: 1, createdAt: at, updatedAt: at, retiredAt: null };
    const { program, category } = fields;
    return { program, category, before, after: [...before, { ...fields, id: MAX_ID, ...written }] };
  }
  const row = await findRule(runtime.database, input.id);
  const { program, category } = row;
  const before = await activeRules(program);
  const others = before.filter(({ id }) => id !== row.id);
  if (input.rule === null)
    return { program, category, before, after: row.retiredAt === null ? others : before };
  const fields = fieldsAfter(row, input.rule);
  if (fields.sampleId !== row.sampleId) await assertSample(runtime.database, fields);
  if (row.retiredAt !== null) return { program, category, before, after: before };
  return { program, category, before, after: [...others, withVersion({ ...row, ...fields })] };
}

async function activeRules(program: Rule["program"]): Promise<Rule[]> {
  const rows = await runtime.database
    .select()
    .from(documentRules)
    .where(and(eq(documentRules.program, program), isNull(documentRules.retiredAt)));
  return rows.map(withVersion);
}

export type ConcernedRules = { before: Rule[]; after: Rule[] };

/** Only the rule itself changes, whatever it covers, and whatever it is covered by has to be there for that. */
function concernedRules({ category, before, after }: Plan): ConcernedRules {
  const covering = [...before, ...after]
    .filter((rule) => rule.category === category)
    .map(({ coveredBy }) => coveredBy);
  const isConcerned = (rule: Rule) =>
    rule.category === category || rule.coveredBy === category || covering.includes(rule.category);
  return { before: before.filter(isConcerned), after: after.filter(isConcerned) };
}

function differenceIn({ facts }: OpenCase, rules: ConcernedRules): Difference {
  const before = statesOf({ ...facts, rules: rules.before });
  const after = statesOf({ ...facts, rules: rules.after });
  const kept = [...after].filter(([key]) => before.has(key));
  return {
    added: after.size - kept.length,
    removed: before.size - kept.length,
    changed: kept.filter(([key, state]) => before.get(key) !== state).length,
  };
}

function statesOf(input: ChecklistInput): Map<string, string> {
  return new Map(checklistOf(input).items.map(({ key, state }) => [key, state]));
}

function byCode(one: { caseId: string }, other: { caseId: string }): number {
  return one.caseId < other.caseId ? -1 : 1;
}
