import { none, type Prepare, type Recipes } from "#testing/endpoint-recipe.ts";

const ofCase: Prepare = ({ caseFile }) => ({ query: { caseId: caseFile.caseId } });
/** The one case, whatever others there are: what an export costs grows with its list. */
const found: Prepare = ({ caseFile }) => ({ query: { q: caseFile.caseId } });

export const exports: Recipes["exports"] = {
  cases: found,
  people: found,
  documents: found,
  invoices: none,
  users: none,
  activity: ofCase,
  messages: ofCase,
  reviews: none,
  webhookLogs: none,
  statusDurations: found,
  unknown: () => ({ params: { list: "secrets" } }),
};
