import { none, type Recipes } from "#testing/endpoint-recipe.ts";

export const notifications: Recipes["notifications"] = {
  list: none,
  count: none,
  markRead: () => ({ body: { all: true } }),
};
