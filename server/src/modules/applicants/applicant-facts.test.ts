import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { countries } from "contract/countries";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const { save, update } = applicantsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

async function openPerson() {
  const actors = await openActors(portal);
  const { id, fullName } = await buildApplicant({ caseId: actors.caseFile.id });
  return { ...actors, id, named: { fullName } };
}

const said = { nationality: "Lebanese", maritalStatus: "married", residences: ["ARE", "LBN"] };

describe("what rules ask of a person", () => {
  it(
    "is taken with one person and with all of them; left out it stays",
    { tags: ["W-CHK-081"] },
    async () => {
      const { client, caseFile, id, named } = await openPerson();
      const params = { id };
      expect(await client.call(update, { params, rawBody: { ...named, ...said } })).toMatchObject(
        said,
      );
      const row = { id, ...named, category: "Main Applicant" };
      const saved = await client.call(save, {
        params: { id: caseFile.id },
        rawBody: { applicants: [row] },
        leavesNoEvent: true,
      });
      expect(saved).toMatchObject([said]);
      const changed = await client.call(save, {
        params: { id: caseFile.id },
        rawBody: { applicants: [{ ...row, maritalStatus: "widowed" }] },
      });
      expect(changed).toMatchObject([{ ...said, maritalStatus: "widowed" }]);
      const again = { ...named, residences: ["ARE", "LBN"] };
      await client.call(update, { params, rawBody: again, leavesNoEvent: true });
    },
  );

  it(
    "is nothing where a list is empty or a fact is taken back",
    { tags: ["W-CHK-081"] },
    async () => {
      const { client, id, named } = await openPerson();
      await client.call(update, { params: { id }, rawBody: { ...named, ...said } });
      const emptied = { ...named, nationality: null, maritalStatus: null, residences: [] };
      expect(await client.call(update, { params: { id }, rawBody: emptied })).toMatchObject({
        nationality: null,
        maritalStatus: null,
        residences: null,
      });
    },
  );

  it.each([
    [{ nationality: "Martian" }, "Invalid nationality"],
    [{ maritalStatus: "engaged" }, "Invalid marital status"],
    [{ residences: ["ZZZ"] }, "Unknown country"],
    [{ residences: ["ARE", "ARE"] }, "A country can be named once"],
    [{ residences: countries.slice(0, 11).map(({ alpha3 }) => alpha3) }, "At most 10 countries"],
  ])("is refused when it is %j: %s", { tags: ["W-CHK-082"] }, async (fact, message) => {
    const { client, caseFile, id, named } = await openPerson();
    const alone = await client.refused(400, update, {
      params: { id },
      rawBody: { ...named, ...fact },
    });
    expect(alone.message).toBe(message);
    const applicants = [{ id, ...named, category: "Main Applicant", ...fact }];
    const all = { params: { id: caseFile.id }, rawBody: { applicants } };
    expect((await client.refused(400, save, all)).message).toBe(message);
  });
});
