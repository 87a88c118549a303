import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commentsApi } from "contract/comments";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { comments } from "#server/database/tables/comments.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

async function openTalk() {
  const actors = await openActors(portal);
  const { caseFile, people } = actors;
  const first = await buildComment({ caseId: caseFile.id, userId: people.agent.id });
  const reply = await buildComment({
    caseId: caseFile.id,
    userId: people.admin.id,
    parentId: first.id,
  });
  const own = await buildComment({ caseId: caseFile.id, userId: people.client.id });
  return { ...actors, first, reply, own };
}

describe("the unread count", () => {
  it(
    "counts messages and replies of others, in both forms",
    { tags: ["C-CHAT-013..014", "D-137"] },
    async () => {
      const { caseFile, client, agent } = await openTalk();
      const byCode = { caseId: caseFile.caseId };
      expect(await client.call(commentsApi.getUnreadCount, { params: caseFile })).toEqual({
        unreadCount: 2,
      });
      expect(await agent.call(commentsApi.getUnreadCountByCaseCode, { params: byCode })).toEqual({
        unreadCount: 2,
      });
    },
  );

  it("never counts one's own messages, marked or not", { tags: ["D-137"] }, async () => {
    const { caseFile, people, client } = await openActors(portal);
    await runtime.database
      .insert(comments)
      .values({ caseId: caseFile.id, userId: people.client.id, message: "Imported" });
    expect(await client.call(commentsApi.getUnreadCount, { params: caseFile })).toEqual({
      unreadCount: 0,
    });
  });

  it(
    "falls by the messages named as read, and by no others",
    { tags: ["C-CHAT-015", "S-37", "D-138"] },
    async () => {
      const { caseFile, client, first, own } = await openTalk();
      const foreign = await buildComment();
      const read = (commentIds: number[]) =>
        client.call(commentsApi.markRead, { params: caseFile, body: { commentIds } });
      expect(await read([foreign.id, 2_000_000_000, own.id])).toEqual({ unreadCount: 2 });
      expect(await read([first.id, first.id])).toEqual({ unreadCount: 1 });
      expect(await read([first.id])).toEqual({ unreadCount: 1 });
      expect(await eventsOf(caseFile.id)).toEqual([]);
    },
  );

  it(
    "falls to nothing when no message or an empty list is named",
    { tags: ["C-CHAT-016", "D-138"] },
    async () => {
      const byCode = (caseFile: { caseId: string }) => ({ params: { caseId: caseFile.caseId } });
      const { caseFile, client, agent } = await openTalk();
      expect(await client.call(commentsApi.markReadByCaseCode, byCode(caseFile))).toEqual({
        unreadCount: 0,
      });
      expect(
        await agent.call(commentsApi.markRead, { params: caseFile, body: { commentIds: [] } }),
      ).toEqual({ unreadCount: 0 });
      expect(await client.call(commentsApi.getUnreadCount, { params: caseFile })).toEqual({
        unreadCount: 0,
      });
    },
  );

  it("stays right when a screen reports the same messages many times at once", async () => {
    const { caseFile, client } = await openTalk();
    await client.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.send(commentsApi.markRead, { params: caseFile })),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { unreadCount: 0 } });
  });

  it("waits for nobody who changes the case at this moment", async () => {
    const { caseFile, client } = await openTalk();
    await client.csrfToken();
    await inTransaction(async (tx) => {
      await lockCase(tx, system, caseFile.id);
      const marked = await client.send(commentsApi.markRead, { params: caseFile });
      expect(marked).toMatchObject({ status: 200, body: { unreadCount: 0 } });
    });
  });

  it("takes five hundred messages at once and no more", async () => {
    const { caseFile, client, first } = await openTalk();
    const ids = (count: number) => Array.from({ length: count }, (_, index) => first.id + index);
    const mark = (commentIds: number[]) => ({ params: caseFile, body: { commentIds } });
    const refusal = await client.refused(400, commentsApi.markRead, mark(ids(501)));
    expect(refusal.message).toBe("Please mark at most 500 messages at once");
    expect(await client.call(commentsApi.markRead, mark(ids(500)))).toEqual({ unreadCount: 0 });
  });

  it("is told to the reader's own screens alone", async () => {
    const { caseFile, client, people } = await openTalk();
    const heard = await listenToNotices();
    await client.call(commentsApi.markRead, { params: caseFile });
    await client.call(commentsApi.markRead, { params: caseFile });
    await buildAdmin();
    await client.call(commentsApi.create, { params: caseFile, body: { message: "Done" } });
    await expect.poll(() => heard.notices.length).toBe(3);
    expect(heard.notices[0]).toEqual({
      audience: { userId: people.client.id },
      keys: [
        "/api/cases",
        `/api/cases/${caseFile.id}/unread-count`,
        `/api/cases/by-case-id/${caseFile.caseId}/unread-count`,
        `/api/cases/by-case-id/${caseFile.caseId}/home`,
      ],
      rows: [{ list: "cases", id: caseFile.id, kind: "row" }],
    });
    heard.stop();
  });

  it("exists for those on the case only", async () => {
    const { caseFile, strangers, visitor } = await openTalk();
    const byCode = { params: { caseId: caseFile.caseId } };
    for (const stranger of strangers) {
      const refusals = [
        await stranger.refused(404, commentsApi.getUnreadCount, { params: caseFile }),
        await stranger.refused(404, commentsApi.getUnreadCountByCaseCode, byCode),
        await stranger.refused(404, commentsApi.markRead, { params: caseFile }),
        await stranger.refused(404, commentsApi.markReadByCaseCode, byCode),
      ];
      for (const refusal of refusals) expect(refusal.message).toBe("Case not found");
    }
    await visitor.refused(401, commentsApi.getUnreadCount, { params: caseFile });
    await visitor.refused(401, commentsApi.markRead, { params: caseFile });
  });

  it.each([[["1"]], [[0]], ["all"], [[1.5]]])("refuses %o as commentIds", async (commentIds) => {
    const { caseFile, client } = await openTalk();
    const input = { params: caseFile, rawBody: { commentIds } };
    const refusal = await client.refused(400, commentsApi.markRead, input);
    expect(refusal.code).toBe("request.invalid");
  });
});
