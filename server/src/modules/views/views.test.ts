import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caseListsApi } from "contract/case-lists";
import type { ViewQuery } from "contract/view-queries";
import { viewsApi } from "contract/views";
import { runtime } from "#server/core/runtime.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import { views } from "#server/database/tables/views.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { buildView } from "#testing/factories/views.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const { list, create, update, remove } = viewsApi;
const cases = { screen: "cases" } as const;

let portal: TestApp;
let admin: TestClient;
let agent: TestClient;
let agentId: number;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
  const user = await buildUser({ role: "agent" });
  agentId = user.id;
  agent = await portal.as(user);
});
afterAll(() => portal.close());

const waiting = {
  ...cases,
  name: "Waiting for the bank",
  query: { status: "bank_clearance,hold" },
};
const save = (name: string, query = {}) => agent.call(create, { body: { ...cases, name, query } });
const names = async (client: TestClient) =>
  (await client.call(list, { query: cases })).map((view) => view.name);

describe("the doors of views", () => {
  it("are closed to clients and say so before anything is looked up", async () => {
    const client = await portal.as(await buildUser());
    const said = [
      await client.refused(403, list, { query: cases }),
      await client.refused(403, create, { body: waiting }),
      await client.refused(403, update, { params: { id: 2_000_000 }, body: {} }),
      await client.refused(403, remove, { params: { id: 2_000_000 } }),
    ];
    expect(new Set(said.map(({ message }) => message))).toEqual(
      new Set(["Bureau access required"]),
    );
  });
});

describe("one's own views", () => {
  it("are saved, listed in their order, renamed and deleted, unseen by others", async () => {
    const body = { ...cases, name: "  Bank\u202E ", query: { status: "hold", adviser: "me" } };
    const saved = await agent.call(create, { body });
    expect(saved).toEqual({
      id: expect.any(Number),
      screen: "cases",
      name: "Bank",
      query: { status: "hold", adviser: "me" },
      gone: [],
      shared: false,
      own: true,
      position: 0,
      version: 1,
    });
    const second = await save("Others");
    expect(second.position).toBe(1);
    await agent.call(update, { params: { id: saved.id }, body: { name: "الملفات", position: 5 } });
    expect(await names(agent)).toEqual(["Others", "الملفات"]);
    expect(await names(admin)).toEqual([]);
    await admin.refused(404, update, { params: { id: saved.id }, body: { name: "Mine" } });
    await admin.refused(404, remove, { params: { id: saved.id } });
    await agent.call(remove, { params: { id: saved.id } });
    await agent.refused(404, remove, { params: { id: saved.id } });
    expect(await names(agent)).toEqual(["Others"]);
  });

  it("have names of their own, ignoring case, on each screen", async () => {
    await save("Waiting");
    const refused = await agent.refused(409, create, {
      body: { ...cases, name: "WAITING", query: {} },
    });
    expect(refused.message).toBe("You have a view of this name");
    const elsewhere = { screen: "invoices", name: "Waiting", query: {} } as const;
    await agent.call(create, { body: elsewhere });
    const other = await save("Not waiting");
    const renamed = { params: { id: other.id }, body: { name: "waiting" } };
    expect((await agent.refused(409, update, renamed)).fields).toHaveProperty("name");
  });

  it("are told apart when two windows save one of them", async () => {
    const { id } = await save("Edited twice");
    const edit = (name: string) => ({
      params: { id },
      body: { name },
      headers: { "if-match": "1" },
    });
    expect(await agent.call(update, edit("Edited once"))).toMatchObject({ version: 2 });
    expect(await agent.refused(409, update, edit("Lost"))).toMatchObject({ code: "edit.conflict" });
  });

  it("refuse no name, a long one and an unknown screen", async () => {
    for (const name of ["", "   ", "x".repeat(61)])
      await agent.refused(400, create, { body: { ...cases, name, query: {} } });
    await agent.refused(400, list, { query: { screen: "users" as "cases" } });
  });
});

describe("what a view remembers", () => {
  const refusedQueries: ViewQuery[] = [
    { after: "abc" },
    { limit: 20 },
    { from: "status" },
    { skip: 5 },
    { colour: "red" },
    { status: "hold,unknown" },
    { adviser: "0" },
    { adviser: "somebody" },
    { updatedWithin: 366 },
    { unread: "false" },
    { q: "x".repeat(201) },
    { constructor: "1" },
  ];
  it.each(refusedQueries)(
    "is what the list understands: %j is refused",
    { tags: ["W-VIE-004"] },
    async (query) => {
      const refused = await agent.refused(400, create, { body: { ...cases, name: "No", query } });
      expect(refused.message).toBe(`Invalid filter: ${Object.keys(query)[0]}`);
      const { id } = await buildView({ ownerId: agentId });
      await agent.refused(400, update, { params: { id }, body: { query } });
    },
  );

  it("may be every filter of its screen", { tags: ["W-VIE-004"] }, async () => {
    const query = {
      q: "%_\\ محمد",
      groupBy: "agents",
      sort: "updatedAt",
      order: "asc",
      status: "hold,courier",
      program: "nauru",
      adviser: 12,
      nationality: "Emirati",
      unread: "true",
      untouchedFor: 14,
    };
    const { id } = await save("Everything", query);
    const [row] = await runtime.database.select().from(views).where(eq(views.id, id));
    expect(row?.query).toEqual(query);
    await agent.refused(400, create, {
      body: { screen: "invoices", name: "Of cases", query: { nationality: "Emirati" } },
    });
  });

  it("is left out and named once it exists no more", async () => {
    const user = await buildUser({ role: "agent" });
    const query = { adviser: user.id, nationality: "Ruritanian", q: "bank" };
    const { id } = await buildView({ ownerId: agentId, query: { ...query, adviser: user.id } });
    await runtime.database.delete(users).where(eq(users.id, user.id));
    const found = (await agent.call(list, { query: cases })).find((view) => view.id === id);
    expect(found?.query).toEqual({ q: "bank" });
    expect(found?.gone.toSorted()).toEqual(["adviser", "nationality"]);
  });
});

describe("shared views", () => {
  it(
    "are an admin's to make and to change, and everybody's to use",
    { tags: ["W-VIE-005"] },
    async () => {
      const shared = { ...waiting, shared: true };
      const refusal = { message: "Only admins can share views" };
      expect(await agent.refused(403, create, { body: shared })).toMatchObject(refusal);
      const own = await save("My own");
      const sharing = { params: { id: own.id }, body: { shared: true } };
      expect(await agent.refused(403, update, sharing)).toMatchObject(refusal);

      const { id } = await admin.call(create, { body: shared });
      const seen = (await agent.call(list, { query: cases })).find((view) => view.id === id);
      expect(seen).toMatchObject({ shared: true, own: false });
      const renaming = { params: { id }, body: { name: "Bank" } };
      expect(await agent.refused(403, update, renaming)).toMatchObject(refusal);
      expect(await agent.refused(403, remove, { params: { id } })).toMatchObject(refusal);
      const otherAdmin = await portal.as(await buildAdmin());
      expect(await otherAdmin.call(update, renaming)).toMatchObject({ name: "Bank", own: false });
      await otherAdmin.call(remove, { params: { id } });
      expect(await names(agent)).not.toContain("Bank");
    },
  );

  it("show each reader his own cases only", { tags: ["W-VIE-006"] }, async () => {
    const courier = { status: "courier" } as const;
    const own = await buildCase({ ...courier, assignedTo: [{ id: agentId }] });
    const foreign = await buildCase(courier);
    await admin.call(create, { body: { ...cases, name: "Courier", query: courier, shared: true } });
    const shown = async (client: TestClient) => {
      const view = (await client.call(list, { query: cases })).find(
        ({ name }) => name === "Courier",
      );
      const { rows } = await client.call(caseListsApi.page, { query: view?.query ?? {} });
      return rows.map(({ id }) => id);
    };
    expect(await shown(agent)).toEqual([own.id]);
    expect(await shown(admin)).toEqual(expect.arrayContaining([own.id, foreign.id]));
  });

  it("stay when their owner is deleted, and his own go", async () => {
    const owner = await buildAdmin();
    const kept = await buildView({ ownerId: owner.id, shared: true });
    const lost = await buildView({ ownerId: owner.id });
    await runtime.database.delete(users).where(eq(users.id, owner.id));
    const left = await runtime.database
      .select({ id: views.id, ownerId: views.ownerId })
      .from(views);
    expect(left).toContainEqual({ id: kept.id, ownerId: null });
    expect(left.map(({ id }) => id)).not.toContain(lost.id);
    const taken = await admin.call(update, { params: { id: kept.id }, body: { shared: false } });
    expect(taken).toMatchObject({ own: true, shared: false });
  });

  it("are told to every open page and written into the log of the portal", async () => {
    const notices = await listenToNotices();
    const { id } = await admin.call(create, {
      body: { ...cases, name: "Told", query: {}, shared: true },
    });
    await admin.call(remove, { params: { id } });
    await expect
      .poll(() => notices.notices.slice(-2))
      .toEqual(Array(2).fill({ audience: "everyone", keys: ["/api/views*"] }));
    notices.stop();
    const logged = await runtime.database
      .select({ kind: securityEvents.kind, metadata: securityEvents.metadata })
      .from(securityEvents)
      .orderBy(desc(securityEvents.id))
      .limit(2);
    const metadata = { viewId: id, screen: "cases" };
    expect(logged).toEqual([
      { kind: "view.removed", metadata },
      { kind: "view.shared", metadata },
    ]);
  });
});

it(
  "keeps fifty views of one person, and fifty shared ones of a screen",
  { tags: ["W-VIE-007"] },
  async () => {
    const owner = await buildUser({ role: "accountant" });
    const client = await portal.as(owner);
    for (let made = 0; made < 49; made += 1) await buildView({ ownerId: owner.id });
    await client.call(create, { body: { ...cases, name: "The last", query: {} } });
    const surplus = { body: { ...cases, name: "One more", query: {} } };
    expect((await client.refused(409, create, surplus)).message).toBe("At most 50 views");
    const before = await runtime.database.select().from(views).where(eq(views.shared, true));
    const onScreen = before.filter(({ screen }) => screen === "cases").length;
    for (let made = onScreen; made < 50; made += 1) await buildView({ shared: true });
    const shared = { body: { ...cases, name: "Shared", query: {}, shared: true } };
    expect((await admin.refused(409, create, shared)).message).toBe("At most 50 views");
  },
);
