/** How what was told grows together, shrinks and goes; and that what has changed meanwhile is not told. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { documentsApi } from "contract/documents";
import { invoicesApi } from "contract/invoices";
import { notificationsApi } from "contract/notifications";
import { reviewsApi } from "contract/reviews";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction, writeAtEnd } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import { removeExpiredRows } from "#server/jobs/cleanup.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildNotification } from "#testing/factories/notifications.ts";
import { buildUser } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { makeOlder, toldOf, toldTo, write } from "#testing/told.ts";

const MINUTE_MS = 60_000;
let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const now = () => portal.clock.now().getTime();

async function uploadBy(browser: Actors["client"], caseId: number, names = ["scan.pdf"]) {
  const bytes = await samplePdf();
  const documents = await browser.call(documentsApi.upload, {
    params: { id: caseId },
    files: names.map((name) => ({ field: "files", name, bytes })),
    fields: { category: "cv" },
  });
  return documents.map(({ id }) => id);
}

async function reviewBy(
  browser: Actors["agent"],
  id: number,
  decision: "accepted" | "changes_requested" | "reopened",
) {
  const said = decision === "changes_requested" ? { reasonCode: "other", publicText: "All." } : {};
  const body = { decision, withoutDate: true, ...said };
  return (await browser.call(reviewsApi.create, { params: { id }, body })).review.id;
}

describe("what the same person does within an hour", () => {
  it("is one line, until it is an hour old or was read [W-NTF-014]", async () => {
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

  it("is not joined to another's, of another kind or of another case [W-NTF-014]", async () => {
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
  });

  it("is named by the last twenty [W-NTF-014]", async () => {
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

it("keeps neither names nor texts [W-NTF-016]", async () => {
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

it("asks for nothing when the change is taken back [W-NTF-017]", async () => {
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
  await expect(say()).rejects.toThrow();
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

describe("what has gone", () => {
  it("is found no more by whoever has lost the case, and nobody else [W-NTF-019]", async () => {
    const { caseFile, client, agent, admin, people } = await openActors(portal);
    await write(client, caseFile);
    expect(await toldTo(caseFile, people.agent)).toHaveLength(1);
    await write(client, caseFile);
    await admin.call(casesApi.unassign, {
      params: { id: caseFile.id },
      body: { userId: people.agent.id },
    });
    const page = await agent.call(notificationsApi.list);
    expect(page.items).toEqual([]);
    expect(await agent.call(notificationsApi.count)).toEqual({ unread: 0 });
    expect(await toldTo(caseFile, people.agent)).toEqual([]);
    expect(await toldTo(caseFile, people.admin)).toHaveLength(1);
  });

  it("is waited for where somebody is about to be told [W-NTF-019]", async () => {
    const { caseFile, client, admin, people } = await openActors(portal);
    await write(client, caseFile);
    const holder = await runtime.pool.connect();
    await holder.query("begin");
    await holder.query(
      "select pg_advisory_xact_lock(hashtextextended('notice ' || $1::int || ' ' || $2::int, 0))",
      [people.agent.id, caseFile.id],
    );
    const telling = toldOf(caseFile);
    const losing = admin.call(casesApi.unassign, {
      params: { id: caseFile.id },
      body: { userId: people.agent.id },
    });
    await untilWaiting(2);
    await holder.query("commit");
    holder.release();
    await Promise.all([telling, losing]);
    expect(await toldTo(caseFile, people.agent)).toEqual([]);
  });

  it("makes a line tell of less, and the last one go [W-NTF-020]", async () => {
    const { caseFile, client, admin, people } = await openActors(portal);
    const [first = 0, second = 0] = await uploadBy(client, caseFile.id, ["a.pdf", "b.pdf"]);
    expect(await toldTo(caseFile, people.agent)).toMatchObject([{ count: 2 }]);
    await admin.call(documentsApi.remove, { params: { id: first } });
    expect(await toldTo(caseFile, people.agent)).toMatchObject([
      { count: 1, data: { about: [{ id: second }] } },
    ]);
    await admin.call(documentsApi.remove, { params: { id: second } });
    expect(await toldOf(caseFile)).toEqual([]);
  });

  it("goes for all but admins when a document becomes the government's [W-NTF-020]", async () => {
    const { caseFile, client, admin, people } = await openActors(portal);
    const [first = 0, second = 0] = await uploadBy(client, caseFile.id, ["a.pdf", "b.pdf"]);
    await toldOf(caseFile);
    const hide = (id: number) =>
      admin.call(documentsApi.categorize, { params: { id }, body: { category: "vanuatu-id" } });
    await hide(first);
    expect(await toldTo(caseFile, people.agent)).toMatchObject([{ count: 1 }]);
    await hide(second);
    expect(await toldTo(caseFile, people.agent)).toEqual([]);
    expect(await toldTo(caseFile, people.admin)).toMatchObject([{ count: 2 }]);
  });

  it("goes with a review that is taken back, also when it was read [W-NTF-021]", async () => {
    const { caseFile, client, agent, people } = await openActors(portal);
    const { id } = await buildDocument({ caseId: caseFile.id, category: "cv" });
    const other = await buildDocument({ caseId: caseFile.id, category: "cv" });
    await reviewBy(agent, other.id, "accepted");
    const reviewId = await reviewBy(agent, id, "changes_requested");
    expect(await toldTo(caseFile, people.client)).toMatchObject([
      { count: 2, data: { changes: 1 } },
    ]);
    await client.call(notificationsApi.markRead, { body: { all: true }, leavesNoEvent: true });
    await agent.call(reviewsApi.undo, { params: { id, reviewId } });
    expect(await toldTo(caseFile, people.client)).toMatchObject([
      { count: 1, data: { changes: 0, about: [{ id: other.id }] } },
    ]);
    const again = await reviewBy(agent, id, "accepted");
    expect(await toldTo(caseFile, people.client)).toHaveLength(2);
    await agent.call(reviewsApi.undo, { params: { id, reviewId: again } });
    expect(await toldTo(caseFile, people.client)).toHaveLength(1);
  });

  it("is not told when a document is put back to review [W-NTF-021]", async () => {
    const { caseFile, agent } = await openActors(portal);
    const { id } = await buildDocument({
      caseId: caseFile.id,
      category: "cv",
      reviewState: "accepted",
      isApproved: true,
    });
    await reviewBy(agent, id, "reopened");
    expect(await toldOf(caseFile)).toEqual([]);
  });

  it("goes with an invoice, and with a receipt", async () => {
    const { caseFile, client, admin, people } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const { id } = await client.call(invoicesApi.uploadReceipt, {
      params: { id: invoice.id },
      files: [{ field: "file", name: "transfer.pdf", bytes: await samplePdf() }],
    });
    expect(await toldTo(caseFile, people.agent)).toMatchObject([{ kind: "receipt_uploaded" }]);
    await admin.call(invoicesApi.removeFile, {
      params: { invoiceId: invoice.id, fileId: id },
      query: { stage: "other" },
    });
    expect(await toldOf(caseFile)).toEqual([]);
    await admin.call(invoicesApi.update, {
      params: { id: invoice.id },
      body: { status: "Paid by client" },
    });
    expect(await toldTo(caseFile, people.agent)).toHaveLength(1);
    await admin.call(invoicesApi.remove, { params: { id: invoice.id } });
    expect(await toldOf(caseFile)).toEqual([]);
  });

  it("is not told: read, taken away, deleted or taken back meanwhile [W-NTF-036]", async () => {
    const { caseFile, client, agent, admin, people } = await openActors(portal);
    const { id } = await buildDocument({ caseId: caseFile.id, category: "cv" });
    await write(client, caseFile);
    await agent.call(commentsApi.markRead, { params: { id: caseFile.id }, leavesNoEvent: true });
    const [uploaded = 0] = await uploadBy(client, caseFile.id);
    await admin.call(documentsApi.remove, { params: { id: uploaded } });
    const reviewId = await reviewBy(agent, id, "accepted");
    await agent.call(reviewsApi.undo, { params: { id, reviewId } });
    const lost = await buildUser();
    const body = { userId: lost.id };
    await admin.call(casesApi.assign, { params: { id: caseFile.id }, body });
    await admin.call(casesApi.unassign, { params: { id: caseFile.id }, body });
    const told = await toldOf(caseFile);
    expect(told).toMatchObject([{ kind: "message", userId: people.admin.id }]);
  });

  it("goes with its case and its person, and stays without who did it", async () => {
    const { caseFile, client, admin, people } = await openActors(portal);
    await write(client, caseFile);
    expect(await toldOf(caseFile)).toHaveLength(2);
    await runtime.database.delete(users).where(eq(users.id, people.agent.id));
    await runtime.database.delete(users).where(eq(users.id, people.client.id));
    expect(await toldOf(caseFile)).toMatchObject([
      { userId: people.admin.id, actorId: people.client.id },
    ]);
    const page = await admin.call(notificationsApi.list);
    expect(page.items.find((item) => item.case?.id === caseFile.id)?.actor).toEqual({
      id: people.client.id,
      firstName: "Deleted",
      lastName: "user",
      profileImageUrl: null,
    });
    await runtime.database.execute(sql`delete from cases where id = ${caseFile.id}`);
    expect(await toldOf(caseFile)).toEqual([]);
  });
});

async function untilWaiting(count: number): Promise<void> {
  for (let attempt = 0; attempt < 2000; attempt += 1) {
    const { rows } = await runtime.database.execute<{ waiting: number }>(
      sql`select count(*)::integer as waiting from pg_locks where locktype = 'advisory' and not granted`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
  }
  throw new Error("Nobody waited");
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
  const own = heard.notices.filter((notice) => "keys" in notice);
  expect(own).toEqual([
    {
      audience: { userIds: [people.admin.id, people.agent.id] },
      keys: [`${notificationsApi.list.path}*`],
    },
  ]);
});

it("forgets what was read 90 days ago, and what nobody has read for 180 [W-NTF-032]", async () => {
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
});
