import {
  caseByCode,
  caseById,
  withPdf,
  type Prepare,
  type Recipes,
} from "#testing/endpoint-recipe.ts";

const agreement: Prepare = async (fixtures) => ({
  params: { id: (await fixtures.agreement()).id },
});

export const agreements: Recipes["agreements"] = {
  list: caseByCode,
  uploadPdf: withPdf(caseById, "files", { category: "service-agreement" }),
  upload: withPdf(caseByCode, "file"),
  view: agreement,
  download: agreement,
  remove: agreement,
};
