import { type Recipes } from "#testing/endpoint-recipe.ts";

export const search: Recipes["search"] = { find: () => ({ query: { q: "Robin" } }) };
