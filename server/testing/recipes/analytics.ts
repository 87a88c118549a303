import { none, type Recipes } from "#testing/endpoint-recipe.ts";

export const analytics: Recipes["analytics"] = {
  listAverages: none,
  listFastest: none,
  listSlowest: none,
  getTotal: none,
};
