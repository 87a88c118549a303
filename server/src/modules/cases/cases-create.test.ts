import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseStatuses } from "contract/case-status";
import { type CaseFile, casesApi } from "contract/cases";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf, statusDurationsOf } from "#testing/case-records.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const newCase = {
  title: "Jane Roe - Vanuatu Citizenship",
  nationality: "British",
  citizenshipProgram: "vanuatu",
  gender: "Ms.",
} as const;

describe("opening a case", () => {
  it(
    "takes the fields of the dialog and assigns the chosen users",
    { tags: ["C-DLG-026", "C-ROLE-012", "S-18"] },
    async () => {
      const creator = await buildAdmin();
      const admin = await portal.as(creator);
      const chosen = await buildUser({ firstName: "Ulla", lastName: "User" });
      const opened = await admin.call(casesApi.create, {
        body: {
          ...newCase,
          numberOfApplicants: 2,
          status: "courier",
          fiuFee: 5000,
          citizenshipFee: 12_345_67,
          assignedUsers: [chosen.id, String(chosen.id)],
        },
      });
      expect(opened).toMatchObject({
        ...newCase,
        numberOfApplicants: 2,
        status: "courier",
        fiuFee: 5000,
        citizenshipFee: 1_234_567,
        createdBy: creator.id,
        createdByName: "Ada Admin",
        description: null,
        version: 1,
      });
      expect(opened.assignedUsers.map((user) => user.id)).toEqual([chosen.id]);
      const chosenClient = await portal.as(chosen);
      expect((await chosenClient.call(casesApi.list))[0]?.id).toBe(opened.id);
    },
  );

  it(
    "answers 201, writes one create event and no history",
    { tags: ["S-18", "D-146"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      portal.clock.set("2026-03-01T08:00:00.000Z");
      const answer = await admin.send(casesApi.create, { body: newCase });
      portal.clock.set(new Date().toISOString());
      expect(answer.status).toBe(201);
      const { id } = answer.body as CaseFile;
      expect(await eventsOf(id)).toMatchObject([
        { action: "create", subject: "case", subjectId: id, revision: 1, documentName: null },
      ]);
      expect(await statusDurationsOf(id)).toEqual([]);
      expect((await caseRow(id)).lastStatusUpdatedAt.slice(0, 16)).toBe("2026-03-01T08:00");
    },
  );

  it(
    "starts with onboarding, one applicant, a fee of 5000 dollars and nobody assigned",
    { tags: ["C-DLG-025", "D-001"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      expect(await admin.call(casesApi.create, { body: newCase })).toMatchObject({
        status: "onboarding",
        numberOfApplicants: 1,
        fiuFee: 500_000,
        citizenshipFee: 0,
        assignedUsers: [],
      });
    },
  );

  it("gives each program and year its own running number", { tags: ["D-039"] }, async () => {
    const admin = await portal.as(await buildAdmin());
    const openIn = async (moment: string, citizenshipProgram: "vanuatu" | "nauru") => {
      portal.clock.set(moment);
      const body = { ...newCase, citizenshipProgram };
      return (await admin.call(casesApi.create, { body })).caseId;
    };
    expect(await openIn("2031-06-01T00:00:00Z", "vanuatu")).toBe("VU-2031-0001");
    expect(await openIn("2031-06-01T00:00:00Z", "nauru")).toBe("NR-2031-0001");
    await buildCase({ caseId: "vu-2031-0041" });
    expect(await openIn("2031-06-02T00:00:00Z", "vanuatu")).toBe("VU-2031-0042");
    await buildCase({ caseId: "VU-2031-9999" });
    expect(await openIn("2031-06-02T00:00:00Z", "vanuatu")).toBe("VU-2031-10000");
    expect(await openIn("2031-12-31T19:59:00Z", "nauru")).toBe("NR-2031-0002");
    expect(await openIn("2031-12-31T20:01:00Z", "nauru")).toBe("NR-2032-0001");
    portal.clock.set(new Date().toISOString());
  });

  it(
    "counts on from the highest number of at most six digits, whatever else was typed",
    { tags: ["D-186"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      const typed = fc.uniqueArray(
        fc.oneof(
          fc.integer({ min: 1, max: 1_000_060 }),
          fc.integer({ min: 1, max: 9_999_999_999 }),
        ),
        { maxLength: 6 },
      );
      let year = 2060;
      await fc.assert(
        fc.asyncProperty(typed, async (numbers) => {
          portal.clock.set(`${(year += 1)}-06-01T00:00:00Z`);
          const codes = numbers.map((number) => String(number).padStart(4, "0"));
          for (const code of codes) await buildCase({ caseId: `vu-${year}-${code}` });
          const counted = codes.filter((code) => code.length <= 6).map(Number);
          let next = Math.max(0, ...counted) + 1;
          while (numbers.includes(next)) next += 1;
          const opened = await admin.call(casesApi.create, { body: newCase });
          expect(opened.caseId).toBe(`VU-${year}-${String(next).padStart(4, "0")}`);
        }),
        { numRuns: 25, examples: [[[999_999_999, 1_000_000_000]], [[999_999, 1_000_000]]] },
      );
      portal.clock.set(new Date().toISOString());
    },
  );

  it("answers 409 when fifty numbers in a row are taken", { tags: ["D-186"] }, async () => {
    const admin = await portal.as(await buildAdmin());
    portal.clock.set("2059-06-01T00:00:00Z");
    for (let number = 999_999; number < 1_000_050; number += 1)
      await buildCase({ caseId: `VU-2059-${number}` });
    const refusal = await admin.refused(409, casesApi.create, { body: newCase });
    expect(refusal.message).toMatch(/^No free Case ID was found/);
    portal.clock.set(new Date().toISOString());
  });

  it(
    "takes a code that is sent, unless another case has it",
    { tags: ["D-039", "D-040"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      const body = { ...newCase, caseId: "  Family Roe_1.b " };
      expect((await admin.call(casesApi.create, { body })).caseId).toBe("Family Roe_1.b");
      const refusal = await admin.refused(409, casesApi.create, {
        body: { ...newCase, caseId: "FAMILY ROE_1.B" },
      });
      expect(refusal).toMatchObject({
        message: "Case ID already exists",
        fields: { caseId: "Case ID already exists" },
      });
    },
  );

  it.each([
    [{ title: "  " }, "title", "Title is required"],
    [{ title: "x".repeat(201) }, "title", "Must be at most 200 characters"],
    [{ status: "" }, "status", "Status is required"],
    [{ status: null }, "status", "Status is required"],
    [{ status: "finished" }, "status", `Status must be one of ${caseStatuses.join(", ")}`],
    [{ nationality: "Martian" }, "nationality", "Nationality is required"],
    [{ nationality: undefined }, "nationality", "Nationality is required"],
    [{ citizenshipProgram: "atlantis" }, "citizenshipProgram", "Citizenship program is required"],
    [{ gender: "Dr." }, "gender", "Gender is required"],
    [{ numberOfApplicants: 0 }, "numberOfApplicants", "Must have at least 1 applicant"],
    [{ numberOfApplicants: 11 }, "numberOfApplicants", "Must have at most 10 applicants"],
    [{ citizenshipFee: -1 }, "citizenshipFee", "Citizenship fee must be positive"],
    [{ citizenshipFee: 0.5 }, "citizenshipFee", "Citizenship fee must be positive"],
    [{ fiuFee: -1 }, "fiuFee", "FIU fee must be 0 or positive"],
    [{ assignedUsers: ["everybody"] }, "assignedUsers.0", "Invalid user"],
    [{ caseId: "12345" }, "caseId", "Case ID may only contain letters, numbers, spaces and . _ -"],
    [{ caseId: "a/b" }, "caseId", "Case ID may only contain letters, numbers, spaces and . _ -"],
    [{ caseId: " " }, "caseId", "Case ID cannot be empty"],
  ])("refuses %o", { tags: ["C-DLG-026", "D-003", "D-060"] }, async (wrong, field, message) => {
    const admin = await portal.as(await buildAdmin());
    const refusal = await admin.refused(400, casesApi.create, {
      rawBody: { ...newCase, ...wrong },
    });
    expect(refusal.fields?.[field]).toBe(message);
    expect(refusal.message).toBe(message);
  });

  it(
    "opens nothing when one of the chosen users does not exist",
    { tags: ["asvs-21"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      const title = "Never opened";
      const refusal = await admin.refused(404, casesApi.create, {
        body: { ...newCase, title, assignedUsers: [(await buildUser()).id, 2_000_000_000] },
      });
      expect(refusal.message).toBe("User not found");
      const found = await runtime.database.select().from(cases).where(eq(cases.title, title));
      expect(found).toEqual([]);
    },
  );

  it("is for admins alone", { tags: ["C-ROLE-012"] }, async () => {
    const { nonAdmins, visitor } = await openActors(portal);
    for (const person of nonAdmins) {
      const refusal = await person.refused(403, casesApi.create, { body: newCase });
      expect(refusal.message).toBe("Admin access required");
    }
    await visitor.refused(401, casesApi.create, { body: newCase });
  });

  it("gives forty cases opened at once forty codes without a gap", async () => {
    const admin = await portal.as(await buildAdmin());
    await admin.csrfToken();
    portal.clock.set("2040-05-01T00:00:00Z");
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => admin.send(casesApi.create, { body: newCase })),
    );
    portal.clock.set(new Date().toISOString());
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const codes = answers.map((answer) => (answer.body as CaseFile).caseId).toSorted();
    expect(codes).toEqual(
      Array.from({ length: 40 }, (_, index) => `VU-2040-${String(index + 1).padStart(4, "0")}`),
    );
  });

  it(
    "opens the case once when the same key is sent many times at once",
    { tags: ["reliability-17"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      await admin.csrfToken();
      const title = "Pressed twenty times";
      const input = { body: { ...newCase, title }, headers: { "idempotency-key": "press" } };
      await Promise.all(Array.from({ length: 20 }, () => admin.send(casesApi.create, input)));
      const found = await runtime.database.select().from(cases).where(eq(cases.title, title));
      expect(found).toHaveLength(1);
    },
  );

  it("knows all twelve statuses", { tags: ["CI-CONST-017", "C-CONST-028", "D-034"] }, async () => {
    const admin = await portal.as(await buildAdmin());
    const opened = [];
    for (const status of caseStatuses)
      opened.push(await admin.call(casesApi.create, { body: { ...newCase, status } }));
    expect(opened.map((caseFile) => caseFile.status)).toEqual(caseStatuses);
  });
});
