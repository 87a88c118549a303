import { caseByCode, type Recipes } from "#testing/endpoint-recipe.ts";

export const homes: Recipes["homes"] = { get: caseByCode };
