/** Valid calls about reminders: a paper is missing, and a client is there to be asked for it. */
import type { Fixtures } from "#testing/endpoint-fixtures.ts";
import { caseByCode, caseById, none, type Recipes, withBody } from "#testing/endpoint-recipe.ts";
import { buildAssignment } from "#testing/factories/cases.ts";
import { buildDecision } from "#testing/factories/checklist.ts";
import { buildUser } from "#testing/factories/users.ts";

async function chased(fixtures: Fixtures): Promise<number> {
  await buildDecision({ caseId: fixtures.caseFile.id });
  const { id } = await buildUser();
  await buildAssignment(fixtures.caseFile, { userId: id });
  return id;
}

const schedule = {
  isOn: true,
  firstDays: [3, 7, 14],
  everyDays: 7,
  most: 8,
  hour: 9,
  workingDays: [1, 2, 3, 4, 5],
  holidays: [{ day: "2027-01-01", name: "New Year" }],
  overdueDays: 14,
};

export const reminders: Recipes["reminders"] = {
  get: caseById,
  getByCaseCode: caseByCode,
  plan: withBody(caseById, { isOn: false }),
  planByCaseCode: withBody(caseByCode, { isOn: false }),
  preview: async (fixtures) => {
    await chased(fixtures);
    return { ...(await caseById(fixtures)), query: { note: "Please call me." } };
  },
  previewByCaseCode: async (fixtures) => {
    await chased(fixtures);
    return caseByCode(fixtures);
  },
  remind: async (fixtures) => {
    const body = { userIds: [await chased(fixtures)], note: "Please call me." };
    return { ...(await caseById(fixtures)), body };
  },
  remindByCaseCode: async (fixtures) => {
    const body = { userIds: [await chased(fixtures)], note: "Please call me." };
    return { ...(await caseByCode(fixtures)), body };
  },
  list: none,
  schedule: none,
  setSchedule: () => ({ body: schedule }),
};
