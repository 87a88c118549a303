import { caseByCode, caseById, none, withBody, type Recipes } from "#testing/endpoint-recipe.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";

export const cases: Recipes["cases"] = {
  list: none,
  create: () => ({
    body: {
      title: "New Family",
      nationality: "Emirati",
      citizenshipProgram: "vanuatu",
      gender: "Mr.",
    },
  }),
  get: caseByCode,
  update: withBody(caseById, { title: "Renamed Family" }),
  updateMeta: withBody(caseById, {
    title: "Renamed Family",
    status: "courier",
    nationality: "Emirati",
  }),
  updateStatus: withBody(caseByCode, { status: "courier" }),
  updateCode: (fixtures) => ({
    params: { id: fixtures.caseFile.id },
    body: { caseId: `C-${uniqueSuffix()}` },
  }),
  updateCodeByCaseCode: (fixtures) => ({
    params: { caseId: fixtures.caseFile.caseId },
    body: { caseId: `C-${uniqueSuffix()}` },
  }),
  remove: caseById,
  assign: async (fixtures) => ({
    params: { id: fixtures.caseFile.id },
    body: { userId: (await fixtures.otherUser()).id },
  }),
  unassign: async (fixtures) => ({
    params: { id: fixtures.caseFile.id },
    body: { userId: (await fixtures.otherUser()).id },
  }),
};
