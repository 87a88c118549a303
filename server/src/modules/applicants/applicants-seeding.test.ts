import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi, seedApplicants } from "contract/applicants";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

async function openNamed() {
  const actors = await openActors(portal);
  const saved = await actors.client.call(applicantsApi.save, {
    params: actors.caseFile,
    body: {
      applicants: [
        { fullName: "Robin A. Person", category: "Main Applicant", gender: "male" },
        { fullName: "Sam Person", category: "Spouse" },
      ],
    },
  });
  return { ...actors, saved };
}

describe("seeding", () => {
  it(
    "happens once, however many tabs do it at the same moment",
    { tags: ["S-33", "reliability-17"] },
    async () => {
      const { caseFile, client, admin } = await openActors(portal, { numberOfApplicants: 4 });
      await Promise.all([client.csrfToken(), admin.csrfToken()]);
      const body = { applicants: seedApplicants(caseFile) };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? client : admin).send(applicantsApi.save, { params: caseFile, body }),
        ),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      const rows = await runtime.database
        .select()
        .from(applicants)
        .where(eq(applicants.caseId, caseFile.id));
      expect(rows.map(({ fullName, category, gender }) => [fullName, category, gender])).toEqual([
        ["Robin Person", "Main Applicant", "male"],
        ["", "Dependent Child", null],
        ["", "Dependent Child", null],
        ["", "Dependent Child", null],
      ]);
      for (const answer of answers)
        expect((answer.body as { id: number }[]).map(({ id }) => id)).toEqual(
          rows.map(({ id }) => id),
        );
      expect(await eventsOf(caseFile.id)).toHaveLength(1);
    },
  );

  it("never replaces what somebody has written already", { tags: ["D-079"] }, async () => {
    const { caseFile, client, saved } = await openNamed();
    for (const numberOfApplicants of [1, 2]) {
      const seeds = seedApplicants({ ...caseFile, numberOfApplicants });
      const after = await client.call(applicantsApi.save, {
        params: caseFile,
        body: { applicants: seeds },
        leavesNoEvent: true,
      });
      expect(after).toEqual(saved);
    }
  });

  it("adds only what is missing", async () => {
    const { caseFile, client, saved } = await openNamed();
    const seeds = seedApplicants({ ...caseFile, numberOfApplicants: 4 });
    const after = await client.call(applicantsApi.save, {
      params: caseFile,
      body: { applicants: seeds },
    });
    expect(after.slice(0, 2)).toEqual(saved);
    expect(after.slice(2).map(({ fullName }) => fullName)).toEqual(["", ""]);
  });
});
