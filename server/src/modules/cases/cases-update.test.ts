import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
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

describe("changing a case", () => {
  it(
    "changes only the sent fields and answers the whole case",
    { tags: ["C-DLG-039", "C-ROLE-013", "S-21"] },
    async () => {
      const { caseFile, admin, people } = await openActors(portal);
      const before = await caseRow(caseFile.id);
      const changed = await admin.call(casesApi.update, {
        params: caseFile,
        body: { title: " New title ", citizenshipFee: 7, fiuFee: 0, numberOfApplicants: 4 },
      });
      expect(changed).toMatchObject({
        id: caseFile.id,
        title: "New title",
        citizenshipFee: 7,
        fiuFee: 0,
        numberOfApplicants: 4,
        nationality: before.nationality,
        gender: before.gender,
        status: before.status,
        version: 2,
      });
      expect(changed.assignedUsers.map((user) => user.id)).toEqual([
        people.client.id,
        people.agent.id,
      ]);
      expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
      expect(await eventsOf(caseFile.id)).toMatchObject([
        {
          action: "update",
          actorId: people.admin.id,
          subject: "case",
          revision: 2,
          metadata: {
            title: { from: before.title, to: "New title" },
            citizenshipFee: { from: before.citizenshipFee, to: 7 },
            fiuFee: { from: 500_000, to: 0 },
            numberOfApplicants: { from: 1, to: 4 },
          },
        },
      ]);
    },
  );

  it(
    "takes program, gender, nationality and description, and forgets an empty description",
    { tags: ["D-038"] },
    async () => {
      const { caseFile, admin } = await openActors(portal, { description: "Old" });
      const body = {
        citizenshipProgram: "nauru",
        gender: "Ms.",
        nationality: "Imported from elsewhere",
        description: "  ",
      } as const;
      const changed = await admin.call(casesApi.update, { params: caseFile, body });
      expect(changed).toMatchObject({ ...body, description: null });
    },
  );

  it("leaves no trace when nothing is different", async () => {
    const { caseFile, admin } = await openActors(portal);
    const same = await admin.call(casesApi.update, {
      params: caseFile,
      body: { title: caseFile.title, description: null },
      leavesNoEvent: true,
    });
    expect(same).toMatchObject({ version: 1, updatedAt: caseFile.updatedAt });
    expect(await eventsOf(caseFile.id)).toEqual([]);
  });

  it.each([
    [{ title: " " }, "title", "Case title is required"],
    [{ numberOfApplicants: 0 }, "numberOfApplicants", "Must have at least 1 applicant"],
    [{ numberOfApplicants: 11 }, "numberOfApplicants", "Must have at most 10 applicants"],
    [{ nationality: "" }, "nationality", "Nationality is required"],
    [{ citizenshipFee: -1 }, "citizenshipFee", "Citizenship fee must be 0 or positive"],
    [{ fiuFee: -1 }, "fiuFee", "FIU fee must be 0 or positive"],
    [{ fiuFee: 2 ** 53 }, "fiuFee", "FIU fee must be 0 or positive"],
    [{ description: "x".repeat(5001) }, "description", "Must be at most 5000 characters"],
  ])("refuses %o", { tags: ["C-APPL-037", "D-060", "D-171"] }, async (body, field, message) => {
    const { caseFile, admin } = await openActors(portal);
    const refusal = await admin.refused(400, casesApi.update, { params: caseFile, rawBody: body });
    expect(refusal.fields?.[field]).toBe(message);
  });

  it("ignores what only the server sets", async () => {
    const { caseFile, admin, people } = await openActors(portal);
    const rawBody = {
      title: "T",
      createdBy: 1,
      version: 9,
      status: "citizen",
      caseId: "X-1",
      id: 5,
    };
    const changed = await admin.call(casesApi.update, { params: caseFile, rawBody });
    expect(changed).toMatchObject({
      id: caseFile.id,
      caseId: caseFile.caseId,
      createdBy: people.admin.id,
      status: "onboarding",
      version: 2,
    });
  });

  it(
    "lets go of blank applicants beyond a lowered number, and of nobody else",
    { tags: ["D-061"] },
    async () => {
      const { caseFile, admin } = await openActors(portal, { numberOfApplicants: 5 });
      const add = (position: number, fullName: string) =>
        buildApplicant({
          caseId: caseFile.id,
          position,
          fullName,
          category: position === 0 ? "Main Applicant" : "Dependent Child",
        });
      const main = await add(0, "");
      const child = await add(1, "");
      await add(2, "");
      const named = await add(3, "Nina Roe");
      await add(4, " ");
      const documented = await add(5, "");
      await buildDocument({ caseId: caseFile.id, assignedTo: documented.id });
      await admin.call(casesApi.update, { params: caseFile, body: { numberOfApplicants: 2 } });
      const left = await runtime.database
        .select({ id: applicants.id })
        .from(applicants)
        .where(eq(applicants.caseId, caseFile.id))
        .orderBy(applicants.position);
      expect(left.map((row) => row.id)).toEqual([main.id, child.id, named.id, documented.id]);
    },
  );
});

describe("title, status and nationality together", () => {
  it(
    "changes all three, and records the status apart",
    { tags: ["C-DLG-031", "S-19", "D-045"] },
    async () => {
      const { caseFile, admin } = await openActors(portal);
      const changed = await admin.call(casesApi.updateMeta, {
        params: caseFile,
        body: { title: "T", status: "hold", nationality: "French" },
      });
      expect(changed).toMatchObject({ title: "T", status: "hold", nationality: "French" });
      expect(
        (await eventsOf(caseFile.id)).map(({ action, metadata }) => [action, metadata]),
      ).toEqual([
        ["status_change", { from: "onboarding", to: "hold" }],
        [
          "update",
          {
            title: { from: caseFile.title, to: "T" },
            nationality: { from: "British", to: "French" },
          },
        ],
      ]);
    },
  );

  it.each([
    [{ title: "" }, "Title is required"],
    [{ status: "" }, "Status is required"],
    [{ nationality: " " }, "Nationality is required"],
  ])("refuses %o", async (wrong, message) => {
    const { caseFile, admin } = await openActors(portal);
    const rawBody = { title: "T", status: "hold", nationality: "French", ...wrong };
    const refusal = await admin.refused(400, casesApi.updateMeta, { params: caseFile, rawBody });
    expect(refusal.message).toBe(message);
  });
});

describe("who may change a case", () => {
  const calls = [
    [casesApi.update, { title: "T" }],
    [casesApi.updateMeta, { title: "T", status: "hold", nationality: "French" }],
    [casesApi.updateStatus, { status: "hold" }],
    [casesApi.updateCode, { caseId: "T-1" }],
    [casesApi.updateCodeByCaseCode, { caseId: "T-1" }],
  ] as const;

  it.each(calls)(
    "admins alone: %o",
    { tags: ["C-ROLE-013", "C-ROLE-020"] },
    async (endpoint, body) => {
      const { caseFile, nonAdmins, visitor, admin } = await openActors(portal);
      const input = { params: { id: caseFile.id, caseId: caseFile.caseId }, rawBody: body };
      for (const person of nonAdmins) {
        const refusal = await person.refused(403, endpoint, input);
        expect(refusal.message).toBe("Admin access required");
      }
      await visitor.refused(401, endpoint, input);
      const forged = await admin.refused(403, endpoint, {
        ...input,
        headers: { "x-csrf-token": "" },
      });
      expect(forged.message).toBe("Invalid CSRF token");
      const missing = { ...input, params: { id: 2_000_000_000, caseId: "VU-1999-0001" } };
      expect((await admin.refused(404, endpoint, missing)).message).toBe("Case not found");
      expect(await caseRow(caseFile.id)).toMatchObject({ revision: 1 });
    },
  );

  it("answers 400 to a number that is none", { tags: ["D-042"] }, async () => {
    const { admin } = await openActors(portal);
    for (const id of ["abc", "0", "1.5", "99999999999"]) {
      const input = { params: { id }, body: { title: "T" } };
      expect((await admin.refused(400, casesApi.update, input)).message).toBe("Invalid id");
    }
  });
});
