import { runtime } from "#server/core/runtime.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { type Prepare, type Recipes, withBody } from "#testing/endpoint-recipe.ts";
import { buildRule, retireRuleOf } from "#testing/factories/rules.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";

const ruleById: Prepare = async () => ({ params: { id: (await buildRule()).id } });
const newRule = () => ({
  program: "nauru",
  category: "other",
  label: `Other paper ${uniqueSuffix()}`,
  dueFrom: "onboarding",
  providedBy: "client",
  scope: "applicant",
  clauses: [{ kind: "Main Applicant", need: "required" }],
});

export const rules: Recipes["rules"] = {
  list: () => ({ query: { program: "vanuatu", retired: "1" } }),
  create: async () => {
    await retireRuleOf();
    return { body: newRule() };
  },
  update: withBody(ruleById, { label: "Proof of kinship" }),
  retire: ruleById,
  restore: async () => {
    const { id } = await buildRule();
    await retireRuleOf();
    return { params: { id } };
  },
  preview: async () => ({ body: { id: (await buildRule()).id, rule: { label: "Kinship" } } }),
  listChanges: async () => {
    const { id } = await buildRule();
    const changes = { warnDays: { from: 0, to: 30 } };
    const metadata = { ruleId: id, changes, version: 2 };
    await recordSecurityEvent(runtime.database, { kind: "rule.changed", userId: null, metadata });
    return { params: { id } };
  },
};
