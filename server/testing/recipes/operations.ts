import { none, withBody, type Recipes } from "#testing/endpoint-recipe.ts";

export const operations: Recipes["operations"] = {
  getHealth: none,
  getReadiness: none,
  reportPolicy: withBody(none, { "csp-report": { "blocked-uri": "inline" } }),
  getVersion: none,
  sendTestMail: none,
  getFirstSteps: none,
  getOpenApi: none,
};
