import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseListsApi } from "contract/case-lists";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { runtime } from "#server/core/runtime.ts";
import { users } from "#server/database/tables/users.ts";
import { buildAssignment, buildCase } from "#testing/factories/cases.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { countStale } from "./unread.jobs.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const run = (statement: string) => runtime.database.execute(sql.raw(statement));

/** What is kept, and what the marks say. */
async function compareCounts() {
  const { rows: kept } = await run(
    "select user_id, case_id, unread from unread_counts order by user_id, case_id",
  );
  const { rows: fresh } = await run(`
    select u.id as user_id, m.case_id, count(*)::integer as unread
    from users u join comments m on m.user_id is distinct from u.id
    where not exists (select from comment_read_status s where s.comment_id = m.id and s.user_id = u.id)
      and (u.is_admin or u.role = 'admin'
        or exists (select from case_assignments a where a.case_id = m.case_id and a.user_id = u.id))
    group by u.id, m.case_id order by u.id, m.case_id`);
  return { kept, fresh };
}

describe("kept unread counts", () => {
  it("equal a fresh count over the marks after any calls", { tags: ["W-LST-031"] }, async () => {
    const admin = await buildAdmin();
    const people = [
      admin,
      await buildAdmin(),
      await buildUser(),
      await buildUser({ role: "agent" }),
    ];
    const files = [
      await buildCase({ assignedTo: people }),
      await buildCase({ assignedTo: people.slice(2) }),
    ];
    const clients = await Promise.all(people.map((person) => portal.as(person)));
    const file = (number: number) => files[number % files.length] ?? { id: 0 };
    const person = (number: number) => people[number % people.length] ?? admin;
    const client = (number: number) => clients[number % clients.length] ?? portal.visitor();
    const as = { assign: client(0) };
    const calls: ((number: number) => Promise<unknown>)[] = [
      (number) =>
        client(number).send(commentsApi.create, {
          params: file(number >> 2),
          body: { message: `Message ${number}` },
        }),
      (number) => client(number).send(commentsApi.markRead, { params: file(number >> 2) }),
      async (number) => {
        const { rows } = await run(`select id from comments order by id % ${number + 2} limit 3`);
        const commentIds = rows.map((row) => Number(row["id"]));
        const body = { commentIds };
        await client(number).send(commentsApi.markRead, { params: file(number >> 2), body });
      },
      (number) =>
        as.assign.send(casesApi.assign, {
          params: file(number),
          body: { userId: person(number >> 1).id },
        }),
      (number) =>
        as.assign.send(casesApi.unassign, {
          params: file(number),
          body: { userId: person(number >> 1).id },
        }),
      (number) =>
        run(
          `update users set is_admin = not is_admin, role = 'client' where id = ${person(1 + (number % 3)).id}`,
        ),
    ];
    const step = fc.tuple(fc.nat(calls.length - 1), fc.nat(60));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        for (const [which, number] of steps) await calls[which]?.(number);
        const { kept, fresh } = await compareCounts();
        expect(kept).toEqual(fresh);
      }),
      { numRuns: 15 },
    );
    const listed = await client(0).call(casesApi.list);
    const { rows } = await client(0).call(caseListsApi.page);
    expect(rows.map(({ unreadCount }) => unreadCount)).toEqual(
      listed.map(({ unreadCount }) => unreadCount),
    );
    for (const { id, unreadCount } of listed)
      expect(await client(0).call(commentsApi.getUnreadCount, { params: { id } })).toEqual({
        unreadCount,
      });
  });

  it(
    "are right after two messages and a reading at one moment",
    { tags: ["W-LST-032"] },
    async () => {
      const [reader, writer, other] = [await buildUser(), await buildUser(), await buildUser()];
      const caseFile = await buildCase({ assignedTo: [reader, writer, other] });
      await buildComment({ caseId: caseFile.id, userId: writer.id });
      const reads = await portal.as(reader);
      const writes = [await portal.as(writer), await portal.as(other)];
      for (const each of [reads, ...writes]) await each.csrfToken();
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([
          ...writes.map((each) =>
            each.call(commentsApi.create, { params: caseFile, body: { message: "Now" } }),
          ),
          reads.call(commentsApi.markRead, { params: caseFile }),
          reads.call(commentsApi.markRead, { params: caseFile }),
        ]);
        const { kept, fresh } = await compareCounts();
        expect(kept).toEqual(fresh);
      }
    },
  );

  it("begin with an assignment and end with it", { tags: ["W-LST-033"] }, async () => {
    const admin = await portal.as(await buildAdmin());
    const writer = await buildUser();
    const newcomer = await buildUser();
    const caseFile = await buildCase({ assignedTo: [writer] });
    for (let message = 0; message < 7; message += 1)
      await buildComment({ caseId: caseFile.id, userId: writer.id });
    const client = await portal.as(newcomer);
    const assignment = { params: caseFile, body: { userId: newcomer.id } };
    await admin.call(casesApi.assign, assignment);
    expect((await client.call(caseListsApi.page)).rows[0]?.unreadCount).toBe(7);
    await admin.call(casesApi.unassign, assignment);
    const again = await portal.as(newcomer);
    expect((await again.call(caseListsApi.page)).rows).toEqual([]);
    const { kept, fresh } = await compareCounts();
    expect(kept).toEqual(fresh);
  });

  it("of a new admin of many cases are counted in pieces", async () => {
    const writer = await buildUser();
    await run(`insert into cases (case_id, title, nationality)
      select 'pile ' || n, 'Pile', 'British' from generate_series(1, 1100) n`);
    await run(`insert into comments (case_id, user_id, message)
      select id, ${writer.id}, 'Hello' from cases where title = 'Pile' and id % 2 = 0`);
    const promoted = await buildUser({ role: "agent" });
    const [file] = (await run("select id from cases where title = 'Pile' limit 1")).rows;
    await buildAssignment({ id: Number(file?.["id"]) }, { userId: promoted.id });
    await runtime.database.update(users).set({ role: "admin" }).where(eq(users.id, promoted.id));
    await countStale();
    const { kept, fresh } = await compareCounts();
    expect(kept).toEqual(fresh);
    expect(kept.filter((row) => row["user_id"] === promoted.id).length).toBeGreaterThan(500);
  });
});
