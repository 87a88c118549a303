import { none, type Recipes } from "#testing/endpoint-recipe.ts";

export const replies: Recipes["replies"] = { list: none };
