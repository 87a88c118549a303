import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Comment, commentsApi } from "contract/comments";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf } from "#testing/case-records.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildComment, buildReaction } from "#testing/factories/comments.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("the conversation of a case", () => {
  it(
    "is a list of threads, oldest first, one level deep",
    { tags: ["C-CHAT-017", "C-CHAT-014", "D-140"] },
    async () => {
      const { caseFile, client, agent, admin } = await openActors(portal);
      const params = caseFile;
      const say = (who: typeof client, message: string, parentId?: number) =>
        who.call(commentsApi.create, { params, body: { message, parentId } });
      const first = await say(client, "First");
      const second = await say(agent, "Second");
      const reply = await say(agent, "Reply", first.id);
      const deeper = await say(client, "Reply to the reply", reply.id);
      expect(reply.parentId).toBe(first.id);
      expect(deeper.parentId).toBe(first.id);
      const threads = await admin.call(commentsApi.list, { params });
      expect(
        threads.map((thread) => [thread.message, thread.replies.map((r) => r.message)]),
      ).toEqual([
        ["First", ["Reply", "Reply to the reply"]],
        ["Second", []],
      ]);
      expect(threads[1]).toEqual(second);
      expect(threads[0]?.replies).toEqual([reply, deeper]);
      expect([reply.replies, deeper.replies]).toEqual([[], []]);
      const byCode = { params: { caseId: caseFile.caseId } };
      expect(await client.call(commentsApi.listByCaseCode, byCode)).toEqual(threads);
    },
  );

  it(
    "names authors, and keeps what a deleted user has said",
    { tags: ["C-CHAT-002", "D-132"] },
    async () => {
      const { caseFile, client, people } = await openActors(portal);
      const message = await buildComment({ caseId: caseFile.id, userId: people.agent.id });
      await buildComment({ caseId: caseFile.id, userId: null, message: "From before" });
      await buildReaction(message, { userId: people.client.id, emoji: "👍" });
      const [named, orphaned] = await client.call(commentsApi.list, { params: caseFile });
      expect(named).toEqual({
        id: message.id,
        caseId: caseFile.id,
        message: message.message,
        parentId: null,
        user: {
          id: people.agent.id,
          firstName: "Alan",
          lastName: "Agent",
          email: people.agent.email,
          profileImageUrl: null,
        },
        createdAt: message.createdAt,
        source: "portal",
        reactions: [{ id: expect.any(Number) as number, emoji: "👍", userId: people.client.id }],
        attachmentFileName: null,
        attachmentOriginalName: null,
        attachmentMimeType: null,
        attachmentFileSize: null,
        replies: [],
      });
      expect(orphaned).toMatchObject({ message: "From before", user: null });
    },
  );
});

describe("saying something", () => {
  it(
    "answers the message with its author, and counts it as read by him",
    { tags: ["C-CHAT-018", "S-36", "C-ROLE-025"] },
    async () => {
      const { caseFile, client, people } = await openActors(portal);
      const answer = await client.send(commentsApi.create, {
        params: caseFile,
        body: { message: "  Good morning\nall ", parentId: null },
      });
      expect(answer.status).toBe(201);
      const said = answer.body as Comment;
      expect(said).toMatchObject({
        message: "Good morning\nall",
        parentId: null,
        user: { id: people.client.id, firstName: "Clara" },
        replies: [],
        reactions: [],
      });
      expect(await eventsOf(caseFile.id)).toMatchObject([
        {
          action: "comment",
          actorId: people.client.id,
          metadata: { commentId: said.id, attachment: null },
        },
      ]);
      const unread = await client.call(commentsApi.getUnreadCount, { params: caseFile });
      expect(unread).toEqual({ unreadCount: 0 });
    },
  );

  it("does not move the case's last change", { tags: ["D-057"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    await client.call(commentsApi.create, { params: caseFile, body: { message: "Hello" } });
    expect((await caseRow(caseFile.id)).updatedAt).toBe(caseFile.updatedAt);
  });

  it("works by code too", { tags: ["C-CHAT-014"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const said = await client.call(commentsApi.createByCaseCode, {
      params: { caseId: caseFile.caseId },
      body: { message: "By code" },
    });
    expect(said.caseId).toBe(caseFile.id);
  });

  it(
    "makes conversation, counts and list stale on every screen of the case",
    { tags: ["D-139"] },
    async () => {
      const { caseFile, client } = await openActors(portal);
      const heard = await listenToNotices();
      await client.call(commentsApi.create, { params: caseFile, body: { message: "Hello" } });
      const byCode = `/api/cases/by-case-id/${caseFile.caseId}`;
      await expect
        .poll(() => heard.notices[0])
        .toEqual({
          audience: { caseId: caseFile.id },
          keys: expect.arrayContaining([
            `${byCode}/comments`,
            `/api/cases/${caseFile.id}/comments`,
            `${byCode}/unread-count`,
            "/api/cases",
          ]) as string[],
          rows: [{ list: "cases", id: caseFile.id, kind: "row" }],
        });
      heard.stop();
    },
  );

  it.each([
    [{ message: "  " }, "Message is required"],
    [{}, "Message is required"],
    [{ message: 5 }, "Message is required"],
    [{ message: "x".repeat(5001) }, "Must be at most 5000 characters"],
    [{ message: "Hi", parentId: 2_000_000_000 }, "The message you reply to does not exist"],
  ])("refuses %o", { tags: ["D-141", "D-171"] }, async (rawBody, message) => {
    const { caseFile, client } = await openActors(portal);
    const refusal = await client.refused(400, commentsApi.create, { params: caseFile, rawBody });
    expect(refusal.message).toBe(message);
    expect(await client.call(commentsApi.list, { params: caseFile })).toEqual([]);
  });

  it("refuses to answer a message of another case", async () => {
    const { caseFile, client } = await openActors(portal);
    const foreign = await buildComment();
    const refusal = await client.refused(400, commentsApi.create, {
      params: caseFile,
      body: { message: "Hi", parentId: foreign.id },
    });
    expect(refusal.message).toBe("The message you reply to does not exist");
  });

  it("keeps every message when many speak at once", async () => {
    const { caseFile, client, agent, admin } = await openActors(portal);
    await Promise.all([client.csrfToken(), agent.csrfToken()]);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? client : agent).send(commentsApi.create, {
          params: caseFile,
          body: { message: `Message ${index}` },
        }),
      ),
    );
    expect(await admin.call(commentsApi.list, { params: caseFile })).toHaveLength(20);
  });
});

describe("reactions", () => {
  it(
    "are added and taken back, each user and emoji for itself",
    { tags: ["C-CHAT-003", "C-CHAT-020", "D-136"] },
    async () => {
      const { caseFile, client, agent, people } = await openActors(portal);
      const message = await buildComment({ caseId: caseFile.id });
      const react = (who: typeof client, emoji: string) =>
        who.call(commentsApi.react, { params: message, body: { emoji } });
      expect(await react(client, "👍")).toMatchObject([{ emoji: "👍", userId: people.client.id }]);
      expect(await react(agent, "👍")).toHaveLength(2);
      expect(await react(client, "👩‍👩‍👧‍👦")).toHaveLength(3);
      expect(await react(client, "🏴󠁧󠁢󠁥󠁮󠁧󠁿")).toHaveLength(4);
      expect(await react(client, "🏴󠁧󠁢󠁥󠁮󠁧󠁿")).toHaveLength(3);
      expect(await react(client, "👍")).toMatchObject([
        { emoji: "👍", userId: people.agent.id },
        { emoji: "👩‍👩‍👧‍👦", userId: people.client.id },
      ]);
      expect(await eventsOf(caseFile.id)).toEqual([]);
    },
  );

  it("end in one state when pressed many times at once", async () => {
    const { caseFile, client } = await openActors(portal);
    const message = await buildComment({ caseId: caseFile.id });
    await client.csrfToken();
    const input = { params: message, body: { emoji: "👍" } };
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => client.send(commentsApi.react, input)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const [thread] = await client.call(commentsApi.list, { params: caseFile });
    expect(thread?.reactions).toHaveLength(1);
  });

  it.each([
    "",
    "abc",
    "12",
    "<b>",
    "👍 nice",
    "👍👍",
    "x".repeat(40),
    "\u0000",
    5,
    null,
    undefined,
  ])("are refused as %o", async (emoji) => {
    const { caseFile, client } = await openActors(portal);
    const message = await buildComment({ caseId: caseFile.id });
    const refusal = await client.refused(400, commentsApi.react, {
      params: message,
      rawBody: { emoji },
    });
    expect(refusal.message).toBe("Invalid emoji");
  });
});

describe("who takes part", () => {
  it("everybody on the case; for others there is none", { tags: ["D-106", "S-20"] }, async () => {
    const { caseFile, strangers, visitor, admin } = await openActors(portal);
    const message = await buildComment({ caseId: caseFile.id });
    const byCode = { caseId: caseFile.caseId };
    const body = { message: "Hello" };
    const reaction = { params: message, body: { emoji: "👍" } };
    for (const stranger of strangers) {
      const refusals = [
        await stranger.refused(404, commentsApi.list, { params: caseFile }),
        await stranger.refused(404, commentsApi.listByCaseCode, { params: byCode }),
        await stranger.refused(404, commentsApi.create, { params: caseFile, body }),
        await stranger.refused(404, commentsApi.createByCaseCode, { params: byCode, body }),
      ];
      for (const refusal of refusals) expect(refusal.message).toBe("Case not found");
      const refusal = await stranger.refused(404, commentsApi.react, reaction);
      expect(refusal.message).toBe("Comment not found");
    }
    await visitor.refused(401, commentsApi.list, { params: caseFile });
    await visitor.refused(401, commentsApi.create, { params: caseFile, body });
    await visitor.refused(401, commentsApi.react, reaction);
    const missing = { params: { id: 2_000_000_000 }, body: { emoji: "👍" } };
    await admin.refused(404, commentsApi.react, missing);
    expect(await admin.call(commentsApi.list, { params: await buildCase() })).toEqual([]);
  });
});
