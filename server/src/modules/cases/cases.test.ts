import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildComment, buildReadMark } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("the list of cases", () => {
  it(
    "holds every case for admins and the assigned ones for everybody else",
    { tags: ["C-DASH-059", "C-ROLE-019", "C-ROLE-023"] },
    async () => {
      const { caseFile, admin, client, agent, strangers } = await openActors(portal);
      const other = await buildCase();
      const idsOf = async (reader: typeof admin) =>
        (await reader.call(casesApi.list)).map((listed) => listed.id);
      expect(await idsOf(admin)).toEqual(expect.arrayContaining([caseFile.id, other.id]));
      expect(await idsOf(client)).toEqual([caseFile.id]);
      expect(await idsOf(agent)).toEqual([caseFile.id]);
      for (const stranger of strangers) expect(await idsOf(stranger)).toEqual([]);
    },
  );

  it("is not for visitors", async () => {
    const refusal = await portal.visitor().refused(401, casesApi.list);
    expect(refusal.message).toBe("Please sign in");
  });

  it(
    "carries what cards and pickers need, with people in the order they came",
    { tags: ["CI-DASH-058", "C-DATA-177", "C-DLG-056", "S-25"] },
    async () => {
      const { caseFile, people, client } = await openActors(portal, {
        numberOfApplicants: 3,
        citizenshipFee: 13_000_000,
        description: "Moved from Nauru",
      });
      const [listed] = await client.call(casesApi.list);
      expect(listed).toEqual({
        id: caseFile.id,
        caseId: caseFile.caseId,
        title: caseFile.title,
        description: "Moved from Nauru",
        numberOfApplicants: 3,
        status: "onboarding",
        nationality: "British",
        citizenshipProgram: "vanuatu",
        gender: "Mr.",
        fiuFee: 500_000,
        citizenshipFee: 13_000_000,
        createdBy: people.admin.id,
        createdByName: "Ada Admin",
        assignedUsers: [
          {
            id: people.client.id,
            firstName: "Clara",
            lastName: "Client",
            email: people.client.email,
            pending: false,
          },
          {
            id: people.agent.id,
            firstName: "Alan",
            lastName: "Agent",
            email: people.agent.email,
            pending: false,
          },
        ],
        createdAt: caseFile.createdAt,
        updatedAt: caseFile.updatedAt,
        version: 1,
        unreadCount: 0,
        readiness: null,
      });
    },
  );

  it("shows the last changed case first, and keeps one order between equals", async () => {
    const reader = await buildUser();
    const moment = "2026-01-05T10:00:00.000Z";
    const made = [];
    for (const updatedAt of [
      "2026-01-04T10:00:00.000Z",
      moment,
      moment,
      "2026-01-06T10:00:00.000Z",
    ])
      made.push(await buildCase({ updatedAt, assignedTo: [reader] }));
    const browser = await portal.as(reader);
    const listed = await browser.call(casesApi.list);
    const [oldest, first, second, newest] = made;
    expect(listed.map((caseFile) => caseFile.id)).toEqual(
      [newest, second, first, oldest].map((caseFile) => caseFile?.id),
    );
  });

  it(
    "counts for each reader the messages of others he has not read",
    { tags: ["D-137"] },
    async () => {
      const { caseFile, people, admin, client } = await openActors(portal);
      const question = await buildComment({ caseId: caseFile.id, userId: people.client.id });
      await buildComment({ caseId: caseFile.id, userId: people.agent.id });
      await buildComment({ caseId: caseFile.id, userId: null });
      await buildReadMark(question, people.admin);
      const countFor = async (reader: typeof admin) =>
        (await reader.call(casesApi.list)).find((listed) => listed.id === caseFile.id)?.unreadCount;
      expect(await countFor(client)).toBe(2);
      expect(await countFor(admin)).toBe(2);
    },
  );
});

describe("one case", () => {
  it(
    "comes with documents, applicants, people and permissions",
    { tags: ["C-CASE-002", "C-DLG-060", "C-CASE-058"] },
    async () => {
      const { caseFile, client, admin } = await openActors(portal);
      const applicant = await buildApplicant({ caseId: caseFile.id });
      const params = { caseId: caseFile.caseId };
      const seen = await client.call(casesApi.get, { params });
      expect(seen.case).toMatchObject({ id: caseFile.id, caseId: caseFile.caseId });
      expect(seen.applicants.map((row) => row.id)).toEqual([applicant.id]);
      expect(seen.documents).toEqual([]);
      expect(seen.assignedUsers).toEqual(seen.case.assignedUsers);
      expect(new Set(Object.values(seen.can))).toEqual(new Set([false]));
      const { can } = await admin.call(casesApi.get, { params });
      expect(new Set(Object.values(can))).toEqual(new Set([true]));
    },
  );

  it(
    "shows the government's papers to admins alone",
    { tags: ["S-32", "D-071", "C-ROLE-018"] },
    async () => {
      const { caseFile, client, admin } = await openActors(portal);
      const passport = await buildDocument({ caseId: caseFile.id, category: "passport" });
      const letter = await buildDocument({ caseId: caseFile.id, category: "fiu-letter" });
      await buildDocument({ category: "passport" });
      const idsFor = async (reader: typeof admin) =>
        (await reader.call(casesApi.get, { params: caseFile })).documents.map(({ id }) => id);
      expect(await idsFor(client)).toEqual([passport.id]);
      expect(await idsFor(admin)).toEqual([passport.id, letter.id]);
    },
  );

  it("is found by its code in any case of letters", { tags: ["D-040"] }, async () => {
    const { caseFile, client } = await openActors(portal, { caseId: "Straße 9-b" });
    const seen = await client.call(casesApi.get, { params: { caseId: "STRAßE 9-B" } });
    expect(seen.case.id).toBe(caseFile.id);
  });

  it("does not exist for those it is hidden from", { tags: ["D-106", "S-20"] }, async () => {
    const { caseFile, strangers, visitor, admin } = await openActors(portal);
    for (const stranger of strangers) {
      const hidden = await stranger.send(casesApi.get, { params: { caseId: caseFile.caseId } });
      const missing = await stranger.send(casesApi.get, { params: { caseId: "VU-1999-0001" } });
      const withoutId = ({ body }: typeof hidden) => ({ ...(body as object), requestId: "" });
      expect(hidden.status).toBe(404);
      expect(withoutId(hidden)).toEqual(withoutId(missing));
      expect(withoutId(hidden)).toMatchObject({ message: "Case not found" });
    }
    await admin.refused(404, casesApi.get, { params: { caseId: "VU-1999-0001" } });
    await visitor.refused(401, casesApi.get, { params: { caseId: caseFile.caseId } });
  });
});
