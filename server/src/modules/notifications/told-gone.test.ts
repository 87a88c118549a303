/** What was told shrinks and goes with what it tells of; and what has changed meanwhile is not told. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { documentsApi } from "contract/documents";
import { invoicesApi } from "contract/invoices";
import { notificationsApi } from "contract/notifications";
import { reviewsApi } from "contract/reviews";
import { runtime } from "#server/core/runtime.ts";
import { users } from "#server/database/tables/users.ts";
import { openActors } from "#testing/actors.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildUser } from "#testing/factories/users.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { reviewBy, toldOf, toldTo, uploadBy, write } from "#testing/told.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("what has gone", () => {
  it(
    "is found no more by whoever has lost the case, and nobody else",
    { tags: ["W-NTF-019"] },
    async () => {
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
    },
  );

  it("is waited for where somebody is about to be told", { tags: ["W-NTF-019"] }, async () => {
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

  it("makes a line tell of less, and the last one go", { tags: ["W-NTF-020"] }, async () => {
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

  it(
    "goes for all but admins when a document becomes the government's",
    { tags: ["W-NTF-020"] },
    async () => {
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
    },
  );

  it(
    "goes with a review that is taken back, also when it was read",
    { tags: ["W-NTF-021"] },
    async () => {
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
    },
  );

  it("is not told when a document is put back to review", { tags: ["W-NTF-021"] }, async () => {
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

  it(
    "is not told: read, taken away, deleted or taken back meanwhile",
    { tags: ["W-NTF-036"] },
    async () => {
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
    },
  );

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
