import { none, type Recipes } from "#testing/endpoint-recipe.ts";

export const caseLists: Recipes["caseLists"] = {
  page: none,
  counts: none,
  rows: ({ caseFile }) => ({ query: { ids: String(caseFile.id) } }),
};
