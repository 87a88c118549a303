/** Valid calls about whole cases. */
import { caseByCode, type Recipes } from "#testing/endpoint-recipe.ts";

export const caseExports: Recipes["caseExports"] = { download: caseByCode };
