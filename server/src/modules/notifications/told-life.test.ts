/** How what was told grows together, and what is kept of it. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { notificationsApi } from "contract/notifications";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { inTransaction, writeAtEnd } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import { removeExpiredRows } from "#server/jobs/cleanup.ts";
import { openActors } from "#testing/actors.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildNotification } from "#testing/factories/notifications.ts";
import { buildUser } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { makeOlder, reviewBy, toldOf, toldTo, uploadBy, write } from "#testing/told.ts";

const MINUTE_MS = 60_000;
let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const now = () => portal.clock.now().getTime();

describe("what the same person does within an hour", () => {
  it("is one line, until it is an hour old or was read", { tags: ["W-NTF-014"] }, async () => {
    const { caseFile, client, agent, people } = await openActors(portal);
    const toAgent = () => toldTo(caseFile, people.agent);
    await write(client, caseFile);
    await write(client, caseFile);
    const [first] = await toAgent();
    expect(first).toMatchObject({ kind: "message", count: 2, readAt: null });

    await makeOlder(first!, new Date(now() - 59 * MINUTE_MS));
    await write(client, caseFile);
    expect((await toAgent()).map(({ count }) => count)).toEqual([3]);

    await makeOlder(first!, new Date(now() - 60 * MINUTE_MS));
    await write(client, caseFile);
    const [, second] = await toAgent();
    expect((await toAgent()).map(({ count }) => count)).toEqual([3, 1]);

    await agent.call(notificationsApi.markRead, {
      body: { ids: [second!.id] },
      leavesNoEvent: true,
    });
    await write(client, caseFile);
    expect((await toAgent()).map(({ count }) => count)).toEqual([3, 1, 1]);
  });

  it(
    "is not joined to another's, of another kind or of another case",
    { tags: ["W-NTF-014"] },
    async () => {
      const { caseFile, client, agent, admin, people } = await openActors(portal);
      await write(client, caseFile);
      await write(agent, caseFile);
      await uploadBy(client, caseFile.id);
      const toAdmin = await toldTo(caseFile, people.admin);
      const { client: byClient, agent: byAgent } = people;
      expect(toAdmin.map((row) => `${row.count} ${row.kind} ${row.actorId}`).toSorted()).toEqual([
        `1 document_uploaded ${byClient.id}`,
        `1 message ${byClient.id}`,
        `1 message ${byAgent.id}`,
      ]);
      await admin.call(casesApi.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status: "courier" },
      });
      await admin.call(casesApi.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status: "hold" },
      });
      expect((await toldTo(caseFile, people.client)).find((row) => row.data.status)).toMatchObject({
        kind: "status_changed",
        count: 2,
        data: { status: "hold" },
      });
    },
  );

  it("is named by the last twenty", { tags: ["W-NTF-014"] }, async () => {
    const { caseFile, client, people } = await openActors(portal);
    const names = Array.from({ length: 12 }, (_, index) => `scan-${index}.pdf`);
    const first = await uploadBy(client, caseFile.id, names);
    await toldOf(caseFile);
    const ids = [...first, ...(await uploadBy(client, caseFile.id, names))];
    const [row] = await toldTo(caseFile, people.agent);
    expect(row?.count).toBe(24);
    expect(row?.data.about.map(({ id }) => id)).toEqual(ids.slice(-20));
  });
});

it("keeps neither names nor texts", { tags: ["W-NTF-016"] }, async () => {
  const { caseFile, client, agent, people } = await openActors(portal, {
    title: "Zephyrine Quill",
  });
  await client.call(commentsApi.create, {
    params: { id: caseFile.id },
    body: { message: "Zephyrine Quill asks for Halcyon" },
  });
  const [id = 0] = await uploadBy(client, caseFile.id, ["Halcyon passport.pdf"]);
  await reviewBy(agent, id, "changes_requested");
  const kept = JSON.stringify((await toldOf(caseFile)).map(({ data }) => data));
  for (const word of ["Zephyrine", "Quill", "Halcyon", "pdf", "All.", people.client.lastName])
    expect(kept).not.toContain(word);
});

it("asks for nothing when the change is taken back", { tags: ["W-NTF-017"] }, async () => {
  const { caseFile, people } = await openActors(portal);
  const { id: commentId } = await buildComment({ caseId: caseFile.id, userId: people.client.id });
  const entries = [{ action: "comment" as const, metadata: { commentId } }];
  const say = () =>
    inTransaction(async (tx) => {
      await record(tx, system, { name: "comment.created", case: caseFile, entries });
      // The last statement of the transaction: everything else is written.
      await writeAtEnd(tx, failing, null);
    });
  const before = await waitingJobs();
  await expect(say()).rejects.toThrow(/select 1/);
  expect(await waitingJobs()).toBe(before);
  expect(await toldOf(caseFile)).toEqual([]);
});

const failing = (executor: Executor) => executor.execute(sql`select 1 / 0`);

async function waitingJobs(): Promise<number> {
  const { rows } = await runtime.database.execute<{ count: number }>(
    sql`select count(*)::integer as count from jobs.job where name = 'notifications.tell'`,
  );
  return rows[0]?.count ?? 0;
}

it("tells every open page of those who were told, with one notice", async () => {
  const { caseFile, client, people } = await openActors(portal);
  await write(client, caseFile);
  const heard = await listenToNotices();
  await toldOf(caseFile);
  await inTransaction((tx) => tx.execute(sql`select pg_notify('portal_live', '{"end":true}')`));
  for (let turn = 0; turn < 500 && !heard.notices.some((notice) => "end" in notice); turn += 1)
    await runtime.database.execute(sql`select 1`);
  heard.stop();
  // What was written may be announced a moment later still.
  const told = `${notificationsApi.list.path}*`;
  const own = heard.notices.filter((notice) => "keys" in notice && notice.keys.includes(told));
  expect(own).toEqual([
    {
      audience: { userIds: [people.admin.id, people.agent.id] },
      keys: [told],
    },
  ]);
});

it(
  "forgets what was read 90 days ago, and what nobody has read for 180",
  { tags: ["W-NTF-032"] },
  async () => {
    const { id: userId } = await buildUser();
    const ago = (days: number) => sql<string>`now() - make_interval(days => ${days}::integer)`;
    const kept = [
      await buildNotification({ userId, lastAt: ago(170) as never, readAt: ago(89) as never }),
      await buildNotification({ userId, lastAt: ago(179) as never }),
    ];
    await buildNotification({ userId, lastAt: ago(100) as never, readAt: ago(91) as never });
    await buildNotification({ userId, lastAt: ago(181) as never });
    await removeExpiredRows();
    const { rows } = await runtime.database.execute<{ id: number }>(
      sql`select id from notifications where user_id = ${userId} order by id`,
    );
    expect(rows.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
  },
);
