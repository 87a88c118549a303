import { eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { applicants as applicantRows } from "#server/database/tables/applicants.ts";
import type { Fixtures } from "#testing/endpoint-fixtures.ts";
import { caseByCode, caseById, withBody, type Recipes } from "#testing/endpoint-recipe.ts";

const wanted = { applicants: [{ fullName: "Robin Person", category: "Main Applicant" }] };

/** Nobody new: what others read of the case stays as it is. */
async function someoneOf(fixtures: Fixtures): Promise<number> {
  const ofCase = eq(applicantRows.caseId, fixtures.caseFile.id);
  const [known] = await runtime.database.select().from(applicantRows).where(ofCase);
  return (known ?? (await fixtures.applicant())).id;
}

export const applicants: Recipes["applicants"] = {
  list: caseById,
  listByCaseCode: caseByCode,
  save: withBody(caseById, wanted),
  saveByCaseCode: withBody(caseByCode, wanted),
  update: async (fixtures) => ({
    params: { id: (await fixtures.applicant()).id },
    body: { fullName: "New Name" },
  }),
  passport: async (fixtures) => ({ params: { id: await someoneOf(fixtures) } }),
};
