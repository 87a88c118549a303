import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activityApi } from "contract/activity";
import { type CommentPage, commentsApi } from "contract/comments";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { commentReadStatus } from "#server/database/tables/comment-read-status.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
let actors: Actors;
beforeAll(async () => {
  portal = await openTestApp();
  actors = await openActors(portal);
  await runtime.database.execute(sql`
    insert into comments (case_id, user_id, message)
    select ${actors.caseFile.id}, ${actors.people.agent.id}, 'Message ' || n from generate_series(1, 130) n`);
  await runtime.database.execute(sql`
    insert into comments (case_id, user_id, message, parent_id)
    select ${actors.caseFile.id}, ${actors.people.client.id}, 'Reply ' || n, (select min(id) + 64 from comments)
    from generate_series(1, 450) n`);
  await runtime.database.execute(sql`
    insert into comment_reactions (comment_id, user_id, emoji)
    select id, ${actors.people.client.id}, '👍' from comments where id % 10 = 0`);
});
afterAll(() => portal.close());

const read = (query: Record<string, string> = {}): Promise<CommentPage> =>
  actors.client.call(commentsApi.page, { params: actors.caseFile, query });
const idsOf = (page: CommentPage) => page.threads.map(({ id }) => id);

describe("pages of a conversation", () => {
  it("joined, from the newest on, hold every thread as the whole conversation does", async () => {
    const all = await actors.client.call(commentsApi.list, { params: actors.caseFile });
    const pages: CommentPage[] = [];
    for (let before: number | null = 0; before !== null;) {
      const page: CommentPage = await read(before === 0 ? {} : { before: String(before) });
      pages.unshift(page);
      before = page.before;
    }
    expect(pages.map(({ threads }) => threads.length)).toEqual([30, 50, 50]);
    expect(pages.at(-1)?.after).toBeNull();
    const joined = pages.flatMap(({ threads }) => threads);
    for (const [index, { moreReplies, ...thread }] of joined.entries()) {
      const whole = all[index];
      const replies = whole?.replies ?? [];
      expect({ ...thread, moreReplies }).toEqual({
        ...whole,
        replies: replies.slice(-200),
        moreReplies: Math.max(0, replies.length - 200),
      });
    }
  });

  it("go on in both directions from around a message, and read earlier replies of a thread", async () => {
    const all = await actors.client.call(commentsApi.list, { params: actors.caseFile });
    const ids = all.map(({ id }) => id);
    const around = await read({ around: String(ids[64]), limit: "10" });
    expect(idsOf(around)).toEqual(ids.slice(60, 70));
    expect(idsOf(await read({ before: String(around.before), limit: "10" }))).toEqual(
      ids.slice(50, 60),
    );
    const after = await read({ after: String(around.after), limit: "10" });
    expect(idsOf(after)).toEqual(ids.slice(70, 80));
    expect(after.after).toBe(ids[79]);
    const [newest, oldest] = [ids.at(-1), ids[0]].map(String) as [string, string];
    expect(await read({ around: newest, limit: "10" })).toMatchObject({ after: null });
    expect(await read({ around: oldest, limit: "10" })).toMatchObject({ before: null });
    // A reply leads to its thread.
    const thread = all[64];
    const reply = thread?.replies.at(-1);
    expect(idsOf(await read({ around: String(reply?.id), limit: "1" }))).toEqual([thread?.id]);

    const [shown] = around.threads.filter(({ id }) => id === thread?.id);
    expect(shown?.moreReplies).toBe(250);
    const before = String(shown?.replies[0]?.id);
    const [earlier] = (await read({ thread: String(thread?.id), before })).threads;
    expect(earlier?.replies).toEqual(thread?.replies.slice(50, 250));
    expect(earlier?.moreReplies).toBe(50);
  });

  it("refuse what is no page", async () => {
    const refused = (status: number, query: Record<string, string>) =>
      actors.client.refused(status, commentsApi.page, { params: actors.caseFile, query });
    const foreign = await buildComment();
    expect((await refused(404, { around: String(foreign.id) })).message).toBe("Comment not found");
    expect((await refused(404, { thread: String(foreign.id) })).message).toBe("Comment not found");
    expect((await refused(400, { before: "1", after: "2" })).message).toBe(
      "Say one of before, after and around",
    );
    expect((await refused(400, { limit: "101" })).message).toBe("Invalid limit");
    expect((await refused(400, { before: "x" })).message).toBe("Invalid message");
    expect((await refused(400, { page: "1" })).message).toBe("Unknown filter: page");
  });
});

it(
  "marks every message of the case up to a number as read, and no other",
  { tags: ["W-LST-048"] },
  async () => {
    const { caseFile, admin, people } = actors;
    const { rows } = await runtime.database.execute<{ id: number }>(
      sql`select id from comments where case_id = ${caseFile.id} order by id`,
    );
    const ids = rows.map(({ id }) => id);
    const foreign = await buildComment();
    const upTo = ids[200] ?? 0;
    const answer = await admin.call(commentsApi.markRead, { params: caseFile, body: { upTo } });
    expect(answer.unreadCount).toBe(ids.length - 201);
    const marks = await runtime.database.select().from(commentReadStatus);
    const own = marks
      .filter(({ userId }) => userId === people.admin.id)
      .map((mark) => mark.commentId);
    expect(own.toSorted((a, b) => a - b)).toEqual(ids.slice(0, 201));
    expect(own).not.toContain(foreign.id);
  },
);

it(
  "reads older lines of the activity, whatever has been written meanwhile",
  { tags: ["W-LST-049"] },
  async () => {
    const { caseFile, admin } = actors;
    const say = (message: string) =>
      actors.client.call(commentsApi.create, { params: caseFile, body: { message } });
    for (let line = 0; line < 6; line += 1) await say(`Line ${line}`);
    const before = await admin.call(activityApi.list, { params: caseFile, query: { limit: "6" } });
    const first = before.slice(0, 3);
    await say("Meanwhile");
    const next = await admin.call(activityApi.list, {
      params: caseFile,
      query: { limit: "3", before: String(first.at(-1)?.seq) },
    });
    expect([...first, ...next]).toEqual(before);
    await admin.refused(400, activityApi.list, { params: caseFile, query: { before: "x" } });
  },
);

describe("pages of users", () => {
  it("stand by folded name, then number, and find by name, address and role", async () => {
    const admin = await portal.as(await buildAdmin());
    await buildUser({ firstName: "Ünal", lastName: "Zeta", nameKey: "unal zeta" });
    await buildUser({
      firstName: "ÜNAL",
      lastName: "Zeta",
      nameKey: "unal zeta",
      role: "accountant",
    });
    const find = async (query: Record<string, string>) => {
      const found = [];
      for (let after = ""; ;) {
        const page = await admin.call(usersApi.page, {
          query: { limit: "2", ...query, ...(after === "" ? {} : { after }) },
        });
        found.push(...page.rows);
        if (page.next === null) return found;
        after = page.next;
      }
    };
    const all = await admin.call(usersApi.list);
    const found = await find({});
    expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      all.map(({ id }) => id).toSorted((a, b) => a - b),
    );
    const whole = new Map(all.map((user) => [user.id, user]));
    for (const user of found) expect(user).toEqual(whole.get(user.id));
    const [first, second] = await find({ q: "UNAL" });
    expect((first?.id ?? 0) < (second?.id ?? 0)).toBe(true);
    expect(await find({ q: "accountant" })).toEqual(
      all.filter(({ role }) => role === "accountant"),
    );
    expect(await find({ q: first?.email ?? "" })).toEqual([first]);
    expect(await find({ role: "agent" })).toEqual(found.filter(({ role }) => role === "agent"));
    expect(await find({ assignable: "true" })).toEqual(found.filter(({ isAdmin }) => !isAdmin));
    expect(await find({ q: "%" })).toEqual([]);
    await admin.refused(400, usersApi.page, { query: { after: "x" } });
    expect(
      (await admin.refused(400, usersApi.page, { query: { rolle: "agent" } as object })).message,
    ).toBe("Unknown filter: rolle");
  });
});
