import { caseByCode, caseById, withBody, type Recipes } from "#testing/endpoint-recipe.ts";

const wanted = { applicants: [{ fullName: "Robin Person", category: "Main Applicant" }] };

export const applicants: Recipes["applicants"] = {
  list: caseById,
  listByCaseCode: caseByCode,
  save: withBody(caseById, wanted),
  saveByCaseCode: withBody(caseByCode, wanted),
  update: async (fixtures) => ({
    params: { id: (await fixtures.applicant()).id },
    body: { fullName: "New Name" },
  }),
};
