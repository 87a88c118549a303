import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { casesApi } from "contract/cases";
import { runtime } from "#server/core/runtime.ts";
import { documents } from "#server/database/tables/documents.ts";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const family = [
  { fullName: "Jane Roe", category: "Main Applicant", gender: "female", dateOfBirth: "1980-02-29" },
  { fullName: "John Roe", category: "Spouse", gender: "male", dateOfBirth: null },
  { fullName: "Joy Roe", category: "Dependent Child", gender: null, dateOfBirth: "2015-06-01" },
] as const;

async function openFamily() {
  const actors = await openActors(portal);
  const saved = await actors.client.call(applicantsApi.save, {
    params: actors.caseFile,
    body: { applicants: [...family] },
  });
  return { ...actors, saved };
}

describe("the applicants of a case", () => {
  it(
    "are saved and read in both forms, in their order",
    { tags: ["C-APPL-034..035", "C-APPL-008", "D-043"] },
    async () => {
      const { caseFile, client, agent, saved } = await openFamily();
      expect(saved).toEqual(
        family.map((person, index) => ({
          ...person,
          nationality: null,
          maritalStatus: null,
          residences: null,
          passportName: null,
          passportEnding: null,
          passportCountry: null,
          passportExpiresOn: null,
          placeOfBirth: null,
          passportDocumentId: null,
          id: saved[index]?.id,
          caseId: caseFile.id,
          version: 1,
        })),
      );
      const params = { caseId: caseFile.caseId };
      expect(await agent.call(applicantsApi.list, { params: caseFile })).toEqual(saved);
      expect(await client.call(applicantsApi.listByCaseCode, { params })).toEqual(saved);
      const body = { applicants: [...family] };
      const again = await agent.call(applicantsApi.saveByCaseCode, {
        params,
        body,
        leavesNoEvent: true,
      });
      expect(again).toEqual(saved);
      expect((await client.call(casesApi.get, { params })).applicants).toEqual(saved);
    },
  );

  it("leave an event and move the case's last change", { tags: ["D-057"] }, async () => {
    const { caseFile, people } = await openFamily();
    expect(await eventsOf(caseFile.id)).toMatchObject([
      { action: "update", actorId: people.client.id, metadata: { applicants: 3 } },
    ]);
    const after = await caseRow(caseFile.id);
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(caseFile.updatedAt));
    expect(after.revision).toBe(1);
  });

  it("are updated by position, so that ids and documents stay", { tags: ["D-078"] }, async () => {
    const { caseFile, client, saved } = await openFamily();
    const document = await buildDocument({ caseId: caseFile.id, assignedTo: saved[1]?.id ?? 0 });
    const renamed = [family[0], { ...family[1], fullName: "Jon Roe" }];
    const after = await client.call(applicantsApi.save, {
      params: caseFile,
      body: { applicants: renamed },
    });
    expect(after.map(({ id, fullName }) => [id, fullName])).toEqual([
      [saved[0]?.id, "Jane Roe"],
      [saved[1]?.id, "Jon Roe"],
    ]);
    expect(await assigneeOf(document.id)).toBe(saved[1]?.id);
    expect((await eventsOf(caseFile.id))[0]).toMatchObject({
      subject: "applicant",
      subjectId: saved[1]?.id,
      revision: 2,
      metadata: {
        applicants: 2,
        applicantId: saved[1]?.id,
        fullName: { from: "John Roe", to: "Jon Roe" },
      },
    });
  });

  it(
    "lose those who are no longer named; their documents stay unassigned",
    { tags: ["D-078"] },
    async () => {
      const { caseFile, client, saved } = await openFamily();
      const document = await buildDocument({ caseId: caseFile.id, assignedTo: saved[1]?.id ?? 0 });
      const [main, , child] = saved;
      const after = await client.call(applicantsApi.save, {
        params: caseFile,
        body: { applicants: [main, child].flatMap((row) => row ?? []) },
      });
      expect(after.map(({ id }) => id)).toEqual([main?.id, child?.id]);
      expect(await assigneeOf(document.id)).toBeNull();
    },
  );

  it("may be put into another order and joined by a new one through ids", async () => {
    const { caseFile, client, saved } = await openFamily();
    const [main, spouse, child] = saved;
    const baby = { fullName: "Jo Roe", category: "Dependent Child" } as const;
    const after = await client.call(applicantsApi.save, {
      params: caseFile,
      body: { applicants: [main, child, baby, spouse].flatMap((row) => row ?? []) },
    });
    expect(after.map(({ fullName }) => fullName)).toEqual([
      "Jane Roe",
      "Joy Roe",
      "Jo Roe",
      "John Roe",
    ]);
    expect([after[0]?.id, after[1]?.id, after[3]?.id]).toEqual([main?.id, child?.id, spouse?.id]);
  });

  it("are unknown where they belong to another case", async () => {
    const { caseFile, client } = await openFamily();
    const foreign = await buildApplicant();
    const refusal = await client.refused(400, applicantsApi.save, {
      params: caseFile,
      body: { applicants: [{ ...family[0], id: foreign.id }] },
    });
    expect(refusal.message).toBe("Applicant not found");
  });

  it.each([
    [[family[0], { ...family[1], fullName: " jane ROE " }], "Applicant names must be unique"],
    [[family[1]], "There must be exactly one Main Applicant"],
    [[family[0], { ...family[0], fullName: "Jo" }], "There must be exactly one Main Applicant"],
    [[family[0], family[1], { ...family[1], fullName: "Jo" }], "There can be at most one Spouse"],
    [Array.from({ length: 11 }, () => family[2]), "Must have at most 10 applicants"],
    [[], "Must have at least 1 applicant"],
    [[{ ...family[0], category: "Uncle" }], "Invalid category"],
  ])("are refused as %j", { tags: ["D-079", "asvs-18"] }, async (rows, message) => {
    const { caseFile, client, saved } = await openFamily();
    const refusal = await client.refused(400, applicantsApi.save, {
      params: caseFile,
      rawBody: { applicants: rows },
    });
    expect(refusal.message).toBe(message);
    expect(await client.call(applicantsApi.list, { params: caseFile })).toEqual(saved);
  });
});

describe("editing one applicant", () => {
  it("changes name and birth date and nothing else", { tags: ["C-APPL-036"] }, async () => {
    const { caseFile, client, saved } = await openFamily();
    const [, spouse] = saved;
    const changed = await client.call(applicantsApi.update, {
      params: { id: spouse?.id ?? 0 },
      body: { fullName: " Jon Roe ", dateOfBirth: "1979-12-31" },
    });
    const expected = { ...spouse, fullName: "Jon Roe", dateOfBirth: "1979-12-31", version: 2 };
    expect(changed).toEqual(expected);
    const named = await client.call(applicantsApi.update, {
      params: { id: spouse?.id ?? 0 },
      body: { fullName: "Jon B. Roe" },
    });
    expect(named.dateOfBirth).toBe("1979-12-31");
    const [event] = await eventsOf(caseFile.id);
    expect(event).toMatchObject({
      action: "update",
      metadata: { applicantId: spouse?.id, fullName: { from: "Jon Roe", to: "Jon B. Roe" } },
    });
  });

  it.each([
    [{ fullName: " " }, "Full name is required"],
    [{}, "Full name is required"],
    [{ fullName: "Joy Roe" }, "Applicant names must be unique"],
    [{ fullName: "Jon", dateOfBirth: "1899-12-31" }, "Date of birth cannot be before 1900-01-01"],
  ])("refuses %o", { tags: ["D-079"] }, async (body, message) => {
    const { client, saved } = await openFamily();
    const refusal = await client.refused(400, applicantsApi.update, {
      params: { id: saved[1]?.id ?? 0 },
      rawBody: body,
    });
    expect(refusal.message).toBe(message);
  });

  it(
    "refuses to overwrite a name somebody else has changed meanwhile, singly or in the list",
    { tags: ["reliability-18"] },
    async () => {
      const { caseFile, client, agent, saved } = await openFamily();
      const [main, spouse, child] = saved.map((row) => ({ ...row }));
      await agent.call(applicantsApi.update, {
        params: { id: spouse?.id ?? 0 },
        body: { fullName: "Jon Roe" },
      });
      const single = await client.send(applicantsApi.update, {
        params: { id: spouse?.id ?? 0 },
        body: { fullName: "Johnny Roe" },
        headers: { "if-match": '"1"' },
      });
      expect(single.status).toBe(409);
      expect(single.body).toMatchObject({
        code: "edit.conflict",
        current: { fullName: "Jon Roe" },
      });
      const rows = [main, { ...spouse, fullName: "Johnny Roe" }, child] as typeof saved;
      const list = { params: caseFile, body: { applicants: rows } };
      expect((await client.send(applicantsApi.save, list)).status).toBe(409);
      const dated = [
        { ...main, dateOfBirth: "1980-03-01" },
        { ...spouse, fullName: "Jon Roe", gender: null },
        child,
      ] as typeof saved;
      const merged = await client.call(applicantsApi.save, {
        params: caseFile,
        body: { applicants: dated },
      });
      expect(merged.map(({ fullName, gender }) => [fullName, gender])).toEqual([
        ["Jane Roe", "female"],
        ["Jon Roe", null],
        ["Joy Roe", null],
      ]);
    },
  );
});

describe("who may see and write applicants", () => {
  it(
    "everybody on the case, and for others there is none",
    { tags: ["D-080", "D-106"] },
    async () => {
      const { caseFile, strangers, visitor, admin, agent, saved } = await openFamily();
      const id = saved[0]?.id ?? 0;
      const list = { params: caseFile };
      const save = { params: caseFile, body: { applicants: [...family] } };
      const update = { params: { id }, body: { fullName: "Mallory" } };
      for (const stranger of strangers) {
        const refusals = [
          await stranger.refused(404, applicantsApi.list, list),
          await stranger.refused(404, applicantsApi.save, save),
          await stranger.refused(404, applicantsApi.update, update),
        ];
        expect(refusals.map((refusal) => refusal.message)).toEqual([
          "Case not found",
          "Case not found",
          "Applicant not found",
        ]);
      }
      await visitor.refused(401, applicantsApi.list, list);
      await visitor.refused(401, applicantsApi.save, save);
      await visitor.refused(401, applicantsApi.update, update);
      for (const person of [admin, agent])
        expect(await person.call(applicantsApi.list, list)).toEqual(saved);
    },
  );
});

async function assigneeOf(documentId: number) {
  const [row] = await runtime.database
    .select({ assignedTo: documents.assignedTo })
    .from(documents)
    .where(eq(documents.id, documentId));
  return row?.assignedTo;
}
