/** Valid calls about the checklist of a case. */
import type { Fixtures } from "#testing/endpoint-fixtures.ts";
import { caseByCode, caseById, type Recipes, withBody } from "#testing/endpoint-recipe.ts";
import { buildDecision, ruleIdOf } from "#testing/factories/checklist.ts";

async function extraOf({ caseFile }: Fixtures) {
  const { id: extraId } = await buildDecision({ caseId: caseFile.id });
  return { params: { id: caseFile.id, extraId } };
}

export const checklist: Recipes["checklist"] = {
  get: caseById,
  getByCaseCode: caseByCode,
  decide: async (fixtures) => {
    const { id } = await fixtures.applicant();
    return {
      params: { id: fixtures.caseFile.id, key: `r${await ruleIdOf("passport")}.p${id}` },
      body: { verdict: "not_required", reason: "The embassy has it" },
    };
  },
  addExtra: withBody(caseById, { title: "Deed of the flat" }),
  updateExtra: async (fixtures) => ({
    ...(await extraOf(fixtures)),
    body: { title: "Deed of the house" },
  }),
  removeExtra: extraOf,
  setSubmission: withBody(caseById, { submissionOn: "2026-12-12" }),
  downloadMissing: async (fixtures) => {
    await fixtures.applicant();
    return { params: { caseId: fixtures.caseFile.caseId } };
  },
};
