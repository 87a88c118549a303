import { none, type Recipes } from "#testing/endpoint-recipe.ts";

export const invoiceLists: Recipes["invoiceLists"] = {
  page: none,
  counts: none,
  rows: async (fixtures) => ({ query: { ids: String((await fixtures.invoice()).id) } }),
};
