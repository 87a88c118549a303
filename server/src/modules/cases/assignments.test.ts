import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf } from "#testing/case-records.ts";
import { buildAssignment, buildCase } from "#testing/factories/cases.ts";
import { buildInvitation } from "#testing/factories/invitations.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("assigning somebody", () => {
  it(
    "opens the case to him and says so once",
    { tags: ["C-DLG-054", "C-ROLE-014", "S-23"] },
    async () => {
      const { caseFile, admin, people } = await openActors(portal);
      const newcomer = await buildUser({ firstName: "Nora", lastName: "New" });
      const browser = await portal.as(newcomer);
      const params = { caseId: caseFile.caseId };
      await browser.refused(404, casesApi.get, { params });
      const answer = await admin.send(casesApi.assign, {
        params: caseFile,
        body: { userId: newcomer.id },
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject([
        { id: people.client.id },
        { id: people.agent.id },
        {
          id: newcomer.id,
          firstName: "Nora",
          lastName: "New",
          email: newcomer.email,
          pending: false,
        },
      ]);
      expect((await browser.call(casesApi.get, { params })).case.id).toBe(caseFile.id);
      expect(await eventsOf(caseFile.id)).toMatchObject([
        { action: "assign", metadata: { userId: newcomer.id, name: "Nora New", added: true } },
      ]);
      const after = await caseRow(caseFile.id);
      expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(caseFile.updatedAt));
      expect(after.revision).toBe(1);
    },
  );

  it("again is the same assignment, 200 and no second event", { tags: ["S-23"] }, async () => {
    const { caseFile, admin, people } = await openActors(portal);
    const answer = await admin.send(casesApi.assign, {
      params: caseFile,
      body: { userId: String(people.client.id) },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(2);
    expect(await eventsOf(caseFile.id)).toEqual([]);
  });

  it("happens once when many ask at the same moment", async () => {
    const { caseFile, admin } = await openActors(portal);
    await admin.csrfToken();
    const input = { params: caseFile, body: { userId: (await buildUser()).id } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.send(casesApi.assign, input)),
    );
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await eventsOf(caseFile.id)).toHaveLength(1);
  });

  it("takes invited people, who are listed as pending", { tags: ["D-120", "S-14"] }, async () => {
    const { admin } = await openActors(portal);
    const caseFile = await buildCase();
    const invitation = await buildInvitation({ firstName: "Ina", lastName: null });
    const userId = `invitation-${invitation.id}`;
    const assigned = await admin.call(casesApi.assign, { params: caseFile, body: { userId } });
    expect(assigned).toEqual([
      { id: userId, firstName: "Ina", lastName: null, email: invitation.email, pending: true },
    ]);
    expect(await eventsOf(caseFile.id)).toMatchObject([
      { metadata: { userId, name: "Ina", added: true } },
    ]);
    const left = await admin.call(casesApi.unassign, { params: caseFile, body: { userId } });
    expect(left).toEqual([]);
  });

  it("finds those who have registered since under their new id", { tags: ["S-14"] }, async () => {
    const { admin } = await openActors(portal);
    const caseFile = await buildCase();
    const user = await buildUser();
    const invitation = await buildInvitation({ isUsed: true, userId: user.id });
    const userId = `invitation-${invitation.id}`;
    const assigned = await admin.call(casesApi.assign, { params: caseFile, body: { userId } });
    expect(assigned).toMatchObject([{ id: user.id, pending: false }]);
    await admin.call(casesApi.unassign, { params: caseFile, body: { userId } });
    expect((await admin.call(casesApi.list)).find(({ id }) => id === caseFile.id)).toMatchObject({
      assignedUsers: [],
    });
  });

  it("never finds somebody else who has the address of a used invitation by now", async () => {
    const { admin } = await openActors(portal);
    const caseFile = await buildCase();
    const person = await buildUser();
    const used = await buildInvitation({ isUsed: true, userId: person.id });
    const ofNobody = await buildInvitation({ isUsed: true });
    for (const { email } of [used, ofNobody]) await buildUser({ email });
    const assign = (id: number) => ({ params: caseFile, body: { userId: `invitation-${id}` } });
    const refusal = await admin.refused(404, casesApi.assign, assign(ofNobody.id));
    expect(refusal.message).toBe("Invitation not found");
    const assigned = await admin.call(casesApi.assign, assign(used.id));
    expect(assigned.map(({ id }) => id)).toEqual([person.id]);
  });

  it("accepts an admin, though no dialog offers one", { tags: ["D-180"] }, async () => {
    const { caseFile, admin } = await openActors(portal);
    const other = await buildAdmin();
    const body = { userId: other.id };
    const assigned = await admin.call(casesApi.assign, { params: caseFile, body });
    expect(assigned.map((user) => user.id)).toContain(other.id);
  });

  it.each([
    [2_000_000_000, 404, "User not found"],
    ["4000000000", 404, "User not found"],
    ["invitation-2000000000", 404, "Invitation not found"],
    ["everybody", 400, "Invalid user"],
    ["invitation-", 400, "Invalid user"],
    ["-1", 400, "Invalid user"],
    [null, 400, "Invalid user"],
    [undefined, 400, "Invalid user"],
  ])("refuses %o", async (userId, status, message) => {
    const { caseFile, admin } = await openActors(portal);
    const refusal = await admin.refused(status, casesApi.assign, {
      params: caseFile,
      rawBody: { userId },
    });
    expect(refusal.message).toBe(message);
  });
});

describe("taking a case away", () => {
  it(
    "ends access with the next request and cuts open streams",
    { tags: ["C-DLG-055", "S-23", "reliability-19"] },
    async () => {
      const { caseFile, admin, client, people } = await openActors(portal);
      const heard = await listenToNotices();
      const left = await admin.call(casesApi.unassign, {
        params: caseFile,
        body: { userId: people.client.id },
      });
      expect(left.map((user) => user.id)).toEqual([people.agent.id]);
      const refusal = await client.refused(404, casesApi.get, { params: caseFile });
      expect(refusal.message).toBe("Case not found");
      expect(await client.call(casesApi.list)).toEqual([]);
      expect(await eventsOf(caseFile.id)).toMatchObject([
        {
          action: "assign",
          metadata: { userId: people.client.id, name: "Clara Client", removed: true },
        },
      ]);
      await expect
        .poll(() => heard.notices)
        .toEqual(
          expect.arrayContaining([
            {
              audience: { userId: people.client.id },
              keys: expect.arrayContaining([
                "/api/cases",
                `/api/cases/${caseFile.id}/*`,
              ]) as string[],
              rows: [{ list: "cases", id: caseFile.id, kind: "gone" }],
            },
            { closeStreamsOf: people.client.id },
          ]),
        );
      heard.stop();
    },
  );

  it(
    "takes the user from the query too, for proxies that drop bodies",
    { tags: ["D-176"] },
    async () => {
      const { caseFile, admin, people } = await openActors(portal);
      const left = await admin.call(casesApi.unassign, {
        params: caseFile,
        query: { userId: String(people.client.id) },
      });
      expect(left.map((user) => user.id)).toEqual([people.agent.id]);
    },
  );

  it("from somebody who did not have it changes nothing", { tags: ["S-23"] }, async () => {
    const { caseFile, admin } = await openActors(portal);
    const absent = [(await buildUser()).id, 2_000_000_000, "invitation-2000000000"];
    for (const userId of absent) {
      const left = await admin.call(casesApi.unassign, {
        params: caseFile,
        body: { userId },
        leavesNoEvent: true,
      });
      expect(left).toHaveLength(2);
    }
    expect(await eventsOf(caseFile.id)).toEqual([]);
  });

  it("may take away the last one", { tags: ["D-062"] }, async () => {
    const { admin } = await openActors(portal);
    const only = await buildUser();
    const caseFile = await buildCase({ assignedTo: [only] });
    const body = { userId: only.id };
    expect(await admin.call(casesApi.unassign, { params: caseFile, body })).toEqual([]);
  });

  it("needs a user", async () => {
    const { caseFile, admin } = await openActors(portal);
    const refusal = await admin.refused(400, casesApi.unassign, { params: caseFile });
    expect(refusal).toMatchObject({ message: "Invalid user", fields: { userId: "Invalid user" } });
  });

  it(
    "while he writes: what was accepted stands in the conversation, everything later is refused",
    { tags: ["reliability-19"] },
    async () => {
      const { caseFile, admin, people, client } = await openActors(portal);
      await Promise.all([admin.csrfToken(), client.csrfToken()]);
      for (let round = 0; round < 10; round += 1) {
        if (round > 0) await buildAssignment(caseFile, { userId: people.client.id });
        const say = (message: string) =>
          client.send(commentsApi.create, { params: caseFile, body: { message } });
        const sentences = Array.from({ length: 6 }, (_, index) => `${round}-${index}`);
        const [, ...said] = await Promise.all([
          admin.send(casesApi.unassign, { params: caseFile, body: { userId: people.client.id } }),
          ...sentences.map(say),
        ]);
        const statuses = said.map((answer) => answer.status);
        const accepted = sentences.filter((_, index) => statuses[index] === 201);
        expect(new Set([...statuses, 201, 404])).toEqual(new Set([201, 404]));
        expect((await say("too late")).status).toBe(404);
        const listed = (await admin.call(commentsApi.list, { params: caseFile }))
          .map((comment) => comment.message)
          .filter((message) => message.startsWith(`${round}-`));
        expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual(accepted);
      }
    },
  );
});

describe("who may assign", () => {
  it.each([
    ["assign", casesApi.assign],
    ["unassign", casesApi.unassign],
  ] as const)("%s: admins alone", async (_, endpoint) => {
    const { caseFile, nonAdmins, visitor, admin, people } = await openActors(portal);
    const body = { userId: people.client.id };
    for (const person of nonAdmins) {
      const refusal = await person.refused(403, endpoint, { params: caseFile, body });
      expect(refusal.message).toBe("Admin access required");
    }
    await visitor.refused(401, endpoint, { params: caseFile, body });
    const missing = await admin.refused(404, endpoint, { params: { id: 2_000_000_000 }, body });
    expect(missing.message).toBe("Case not found");
  });
});
