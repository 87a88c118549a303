import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activityApi, auditActions, type InternalNote } from "contract/activity";
import { usersApi } from "contract/users";
import { verifyChain } from "#server/audit/verify-chain.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildEvent, buildNote } from "#testing/factories/activity.ts";
import { buildUser } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("the activity of a case", () => {
  it("tells who did what, and to what", { tags: ["C-ACT-004", "C-ACT-019", "S-39"] }, async () => {
    const { caseFile, admin, people } = await openActors(portal);
    const event = await buildEvent({
      caseId: caseFile.id,
      actorId: people.client.id,
      action: "upload",
      documentName: "passport.pdf",
      stage: "stage1",
      metadata: { documentId: 5 },
      subject: "document",
      subjectId: 5,
      revision: 1,
    });
    const byAutomation = await buildEvent({ caseId: caseFile.id, actorId: null, action: "upload" });
    await buildEvent();
    const [newest, oldest, ...more] = await admin.call(activityApi.list, { params: caseFile });
    expect(more).toEqual([]);
    expect(newest).toMatchObject({ id: byAutomation.id, actor: null, documentName: null });
    expect(oldest).toEqual({
      id: event.id,
      seq: event.seq,
      createdAt: event.createdAt,
      actor: { firstName: "Clara", lastName: "Client", email: people.client.email },
      action: "upload",
      documentName: "passport.pdf",
      stage: "stage1",
      metadata: { documentId: 5 },
    });
  });

  it("knows every kind of action", { tags: ["CI-ACT-006..016"] }, async () => {
    const { caseFile, admin } = await openActors(portal);
    for (const action of auditActions) await buildEvent({ caseId: caseFile.id, action });
    const told = await admin.call(activityApi.list, { params: caseFile });
    expect(told.map((event) => event.action).toReversed()).toEqual(auditActions);
  });

  it(
    "tells the actions of a deleted user as such, not as those of the portal itself",
    { tags: ["D-187", "D-132"] },
    async () => {
      const { caseFile, admin } = await openActors(portal);
      const leaver = await buildUser();
      await buildEvent({ caseId: caseFile.id, actorId: leaver.id });
      await buildNote({ caseId: caseFile.id, userId: leaver.id });
      await admin.call(usersApi.remove, { params: { id: leaver.id } });
      const [event] = await admin.call(activityApi.list, { params: caseFile });
      expect(event?.actor).toEqual({ firstName: null, lastName: null, email: null, deleted: true });
      expect((await eventsOf(caseFile.id))[0]?.actorId).toBe(leaver.id);
      const [note] = await admin.call(activityApi.listNotes, { params: caseFile });
      expect(note?.user).toBeNull();
      expect((await verifyChain()).broken).toBeNull();
    },
  );

  it(
    "comes in pages of thirty, newest first, in the order of writing even where clocks disagree",
    { tags: ["D-143"] },
    async () => {
      const { caseFile, admin } = await openActors(portal);
      const made = [];
      for (let index = 0; index < 35; index += 1) {
        const createdAt = new Date(Date.UTC(2026, 0, 40 - index)).toISOString();
        made.unshift((await buildEvent({ caseId: caseFile.id, createdAt })).id);
      }
      const page = async (query: { page?: string; limit?: string }) =>
        (await admin.call(activityApi.list, { params: caseFile, query })).map((event) => event.id);
      expect(await page({})).toEqual(made.slice(0, 30));
      expect(await page({ page: "2" })).toEqual(made.slice(30));
      expect(await page({ page: "3" })).toEqual([]);
      expect(await page({ page: "2", limit: "10" })).toEqual(made.slice(10, 20));
      expect(await page({ limit: "999" })).toEqual(made);
      const params = { caseId: caseFile.caseId };
      const byCode = await admin.call(activityApi.listByCaseCode, {
        params,
        query: { limit: "1" },
      });
      expect(byCode.map((event) => event.id)).toEqual(made.slice(0, 1));
    },
  );

  it("has at most a hundred on a page", async () => {
    const { caseFile, admin } = await openActors(portal);
    await Promise.all(Array.from({ length: 101 }, () => buildEvent({ caseId: caseFile.id })));
    const page = await admin.call(activityApi.list, { params: caseFile, query: { limit: "101" } });
    expect(page).toHaveLength(100);
    const more = await admin.call(activityApi.list, { params: caseFile, query: { limit: "1000" } });
    expect(more).toEqual(page);
  });

  it.each([{ page: "0" }, { page: "-1" }, { page: "two" }, { limit: "0" }, { limit: "1e3" }])(
    "refuses %o",
    async (query) => {
      const { caseFile, admin } = await openActors(portal);
      const refusal = await admin.refused(400, activityApi.list, { params: caseFile, query });
      expect(refusal.message).toMatch(/^Invalid (page|limit)$/);
    },
  );
});

describe("internal notes", () => {
  it(
    "are written and read in both forms, newest first, and leave no event",
    { tags: ["C-ACT-005", "C-ACT-023..024", "D-043"] },
    async () => {
      const { caseFile, admin, people } = await openActors(portal);
      await buildNote({ caseId: caseFile.id, userId: null, message: "Before" });
      await buildNote();
      const answer = await admin.send(activityApi.createNote, {
        params: caseFile,
        body: { message: " Call back " },
      });
      expect(answer.status).toBe(201);
      const note = answer.body as InternalNote;
      const user = {
        id: people.admin.id,
        firstName: "Ada",
        lastName: "Admin",
        email: people.admin.email,
      };
      expect(note).toMatchObject({ message: "Call back", user });
      const byCode = { caseId: caseFile.caseId };
      const second = await admin.call(activityApi.createNoteByCaseCode, {
        params: byCode,
        body: { message: "Called" },
      });
      const notes = await admin.call(activityApi.listNotes, { params: caseFile });
      expect(notes.slice(0, 2)).toEqual([second, note]);
      expect(notes[2]).toMatchObject({ message: "Before", user: null });
      expect(await admin.call(activityApi.listNotesByCaseCode, { params: byCode })).toEqual(notes);
      expect(await eventsOf(caseFile.id)).toEqual([]);
    },
  );

  it("are announced to admins alone", async () => {
    const { caseFile, admin } = await openActors(portal);
    const heard = await listenToNotices();
    await admin.call(activityApi.createNote, { params: caseFile, body: { message: "Psst" } });
    await expect
      .poll(() => heard.notices)
      .toEqual([
        {
          audience: "admins",
          keys: [
            `/api/cases/${caseFile.id}/internal-notes`,
            `/api/cases/by-case-id/${caseFile.caseId}/internal-notes`,
          ],
        },
      ]);
    heard.stop();
  });

  it.each([
    [{ message: " \n " }, "Note cannot be empty"],
    [{}, "Note cannot be empty"],
    [{ message: "x".repeat(5001) }, "Must be at most 5000 characters"],
  ])("are refused as %o", { tags: ["D-171"] }, async (rawBody, message) => {
    const { caseFile, admin } = await openActors(portal);
    const refusal = await admin.refused(400, activityApi.createNote, { params: caseFile, rawBody });
    expect(refusal.message).toBe(message);
    expect(await admin.call(activityApi.listNotes, { params: caseFile })).toEqual([]);
  });
});

describe("who reads activity and notes", () => {
  it(
    "admins alone, not even those on the case",
    { tags: ["C-ACT-022", "C-ROLE-018", "S-40"] },
    async () => {
      const { caseFile, nonAdmins, visitor, admin } = await openActors(portal);
      const input = {
        params: { id: caseFile.id, caseId: caseFile.caseId },
        rawBody: { message: "Let me in" },
      };
      const { list, listByCaseCode, listNotes, listNotesByCaseCode } = activityApi;
      const writing = [activityApi.createNote, activityApi.createNoteByCaseCode];
      for (const endpoint of [list, listByCaseCode, listNotes, listNotesByCaseCode, ...writing]) {
        for (const person of nonAdmins) {
          const refusal = await person.refused(403, endpoint, input);
          expect(refusal.message).toBe("Admin access required");
        }
        expect((await visitor.refused(401, endpoint, input)).message).toBe("Please sign in");
        const missing = { ...input, params: { id: 2_000_000_000, caseId: "VU-1999-0001" } };
        expect((await admin.refused(404, endpoint, missing)).message).toBe("Case not found");
      }
    },
  );
});
