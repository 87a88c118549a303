import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bulk, bulkActionsApi, type BulkInput } from "contract/bulk-actions";
import { casesApi } from "contract/cases";
import { runtime } from "#server/core/runtime.ts";
import { bulkActions } from "#server/database/tables/bulk-actions.ts";
import { bulkRows } from "#server/database/tables/bulk-rows.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { cases } from "#server/database/tables/cases.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { removeExpiredRows } from "#server/jobs/cleanup.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { countStatements, makeStatementsCountable } from "#testing/statement-counter.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { carryOut, goOnJob } from "./bulk-actions.run.ts";

const { get, start, undo } = bulkActionsApi;

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  makeStatementsCountable();
  portal = await openTestApp({
    settings: { WEBHOOK_URL_STATUS_CHANGE: "https://automation.example/hook" },
  });
  const user = await buildAdmin();
  admin = await portal.as(user);
});
afterAll(() => portal.close());

async function buildCases(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await buildCase()).id);
  return ids;
}
const move = (ids: number[], status: BulkInput["status"] = "courier") =>
  admin.call(start, { body: { action: "status", ids, status } });
const outcomes = ({ results }: Bulk) => results.map(({ outcome }) => outcome);
const statusesOf = async (ids: number[]) =>
  (await runtime.database.select().from(cases).where(inArray(cases.id, ids))).map(
    ({ status }) => status,
  );
const linesOf = (ids: number[]) =>
  runtime.database
    .select({ caseId: caseEvents.caseId, metadata: caseEvents.metadata })
    .from(caseEvents)
    .where(and(inArray(caseEvents.caseId, ids), eq(caseEvents.action, "status_change")));

describe("many cases at once", () => {
  it("are moved with a line and a webhook each; what is so already is unchanged", async () => {
    const ids = await buildCases(3);
    await admin.call(casesApi.update, { params: { id: ids[1] ?? 0 }, body: { title: "Other" } });
    const done = await buildCase({ status: "courier" });
    const bulk = await move([...ids, done.id]);
    expect(bulk).toMatchObject({ action: "status", state: "done", total: 4, done: 4 });
    expect(outcomes(bulk)).toEqual(["done", "done", "done", "unchanged"]);
    expect(bulk.results[3]).toMatchObject({ id: done.id, caseId: done.caseId, message: null });
    const lines = await linesOf([...ids, done.id]);
    expect(lines).toHaveLength(3);
    for (const { metadata } of lines)
      expect(metadata).toEqual({ from: "onboarding", to: "courier", bulkId: bulk.id });
    const told = await runtime.database
      .select()
      .from(webhookLogs)
      .where(inArray(webhookLogs.caseId, ids));
    expect(told).toHaveLength(3);
  });

  it(
    "are done within the call up to twenty, by a job from twenty-one on",
    { tags: ["W-VIE-024"] },
    async () => {
      const ids = await buildCases(21);
      const few = await admin.send(start, {
        body: { action: "status", ids: ids.slice(0, 20), status: "hold" },
      });
      expect(few).toMatchObject({ status: 200, body: { state: "done", done: 20 } });
      const many = await admin.send(start, { body: { action: "status", ids, status: "courier" } });
      const { id } = many.body as Bulk;
      expect(many).toMatchObject({ status: 202, body: { state: "waiting", done: 0, total: 21 } });
      await carryOut(id);
      const bulk = await admin.call(get, { params: { id } });
      expect(bulk).toMatchObject({ state: "done", done: 21, total: 21 });
      expect(new Set(await statusesOf(ids))).toEqual(new Set(["courier"]));
    },
  );

  it("end with one outcome, one line and one webhook each", { tags: ["W-VIE-015"] }, async () => {
    const ids = await buildCases(200);
    const { id } = await move(ids, "bank_clearance");
    const { roundTrips } = await countStatements(() => carryOut(id));
    // Three seconds are fifteen milliseconds a case: at most as many round trips, of a millisecond each.
    expect(roundTrips).toBeLessThanOrEqual(ids.length * 15);
    const bulk = await admin.call(get, { params: { id } });
    expect(outcomes(bulk)).toEqual(Array(200).fill("done"));
    const lines = await linesOf(ids);
    expect(new Set(lines.map(({ caseId }) => caseId)).size).toBe(200);
    expect(lines).toHaveLength(200);
    const told = inArray(webhookLogs.caseId, ids);
    expect(await runtime.database.$count(webhookLogs, told)).toBe(200);
    // Somebody else who comes to carry it out has nothing left to do.
    await carryOut(id);
    expect(await linesOf(ids)).toHaveLength(200);
  });

  it(
    "go on when the portal that was killed starts again, and none is done twice",
    { tags: ["W-VIE-025"] },
    async () => {
      const ids = await buildCases(25);
      const { id } = await move(ids, "courier");
      await runtime.database
        .update(bulkActions)
        .set({ state: "running" })
        .where(eq(bulkActions.id, id));
      await admin.call(start, {
        body: { action: "status", ids: [ids[0] ?? 0], status: "courier" },
      });
      await runtime.database
        .update(bulkRows)
        .set({ outcome: "done" })
        .where(and(eq(bulkRows.actionId, id), eq(bulkRows.caseId, ids[0] ?? 0)));
      await goOnJob.run({});
      expect(await linesOf(ids)).toHaveLength(25);
      expect((await admin.call(get, { params: { id } })).done).toBe(25);
    },
  );

  it("leave the others done where one is missing or refused", { tags: ["W-VIE-016"] }, async () => {
    const [first = 0, second = 0] = await buildCases(2);
    const person = await buildUser({ role: "agent" });
    const bulk = await admin.call(start, {
      body: { action: "assign", ids: [first, 2_000_000_000, second], userIds: [person.id] },
    });
    expect(bulk.results.toSorted((a, b) => a.id - b.id)).toEqual([
      expect.objectContaining({ id: first, outcome: "done" }),
      expect.objectContaining({ id: second, outcome: "done" }),
      { id: 2_000_000_000, caseId: null, outcome: "missing", message: null },
    ]);
  });

  it("end in whatever order two people name them", { tags: ["W-VIE-021"] }, async () => {
    const other = await portal.as(await buildAdmin());
    const ids = await buildCases(12);
    const both = await Promise.all([
      move(ids, "courier"),
      other.call(start, { body: { action: "status", ids: ids.toReversed(), status: "hold" } }),
    ]);
    for (const bulk of both) {
      expect(bulk.state).toBe("done");
      expect(outcomes(bulk)).toEqual(Array(12).fill("done"));
    }
  });
});

describe("what is asked for", () => {
  it("is at most a thousand cases, each counted once", { tags: ["W-VIE-018"] }, async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => index + 1_000_000);
    const refused = await admin.refused(400, start, {
      body: { action: "status", ids, status: "hold" },
    });
    expect(refused.message).toBe("Choose at most 1,000 cases");
    const [id = 0] = await buildCases(1);
    expect((await move([id, id, id], "hold")).total).toBe(1);
    expect((await move([...ids.slice(1), ...ids.slice(1)], "hold")).total).toBe(1000);
  });

  it("says what to do, and with whom", async () => {
    const [id = 0] = await buildCases(1);
    for (const body of [
      { action: "forget", ids: [id] },
      { action: "remind", ids: [id], note: "x".repeat(501) },
      { action: "status", ids: [] },
      { action: "status", ids: [id] },
      { action: "status", ids: [id], status: "somewhere" },
      { action: "assign", ids: [id] },
      { action: "assign", ids: [id], userIds: [] },
      { action: "assign", ids: [id], userIds: Array.from({ length: 11 }, (_, n) => n + 1) },
      { action: "status", ids: ["1"], status: "hold" },
      { action: "undo", ids: [id] },
    ])
      await admin.refused(400, start, { rawBody: body });
    expect(await statusesOf([id])).toEqual(["onboarding"]);
  });

  it("is an admin's to do", { tags: ["W-VIE-017"] }, async () => {
    const user = await buildUser({ role: "agent" });
    const agent = await portal.as(user);
    const { id } = await buildCase({ assignedTo: [user] });
    const bodies: BulkInput[] = [
      { action: "status", ids: [id], status: "hold" },
      { action: "assign", ids: [id], userIds: [user.id] },
    ];
    for (const body of bodies)
      expect((await agent.refused(403, start, { body })).message).toBe("Admin access required");
    for (const role of ["client", "accountant"] as const) {
      const client = await portal.as(await buildUser({ role }));
      for (const body of bodies)
        expect((await client.refused(403, start, { body })).message).toBe("Staff access required");
      await client.refused(403, get, { params: { id: 1 } });
    }
    const own = await move([id], "hold");
    const other = await portal.as(await buildAdmin());
    await other.refused(404, get, { params: { id: own.id } });
    await other.refused(404, undo, { params: { id: own.id } });
  });

  it("is done once under one Idempotency-Key", { tags: ["W-VIE-019"] }, async () => {
    const ids = await buildCases(2);
    const input = {
      body: { action: "status" as const, ids, status: "hold" as const },
      headers: { "idempotency-key": `bulk ${ids[0]}` },
    };
    const first = await admin.send(start, input);
    expect(await admin.send(start, input)).toMatchObject({ status: 200, body: first.body });
    expect(await linesOf(ids)).toHaveLength(2);
  });
});

describe("the way back", () => {
  it(
    "restores what is unchanged and refuses the rest by row, for ten minutes",
    { tags: ["W-VIE-020"] },
    async () => {
      const [first = 0, second = 0, third = 0] = await buildCases(3);
      const bulk = await move([first, second, third], "courier");
      await admin.call(casesApi.update, { params: { id: second }, body: { title: "Changed" } });
      await runtime.database.delete(cases).where(eq(cases.id, third));
      const back = await admin.call(undo, { params: { id: bulk.id } });
      expect(back).toMatchObject({ action: "undo", state: "done", undoUntil: null });
      expect(back.results).toEqual([
        expect.objectContaining({ id: first, outcome: "done" }),
        expect.objectContaining({
          id: second,
          outcome: "refused",
          message: "Changed by somebody else since.",
        }),
        { id: third, caseId: null, outcome: "missing", message: null },
      ]);
      expect((await statusesOf([first]))[0]).toBe("onboarding");
      const lines = await linesOf([first]);
      expect(lines.map(({ metadata }) => metadata)).toContainEqual({
        from: "courier",
        to: "onboarding",
        bulkId: back.id,
        undo: true,
      });
      await admin.refused(404, undo, { params: { id: back.id } });
      await admin.refused(404, undo, { params: { id: bulk.id } });

      const late = await move([first], "hold");
      portal.clock.set(new Date(Date.parse(late.undoUntil ?? "") + 1).toISOString());
      const refused = await admin.refused(409, undo, { params: { id: late.id } });
      expect(refused.message).toBe("It is too late to undo this");
      portal.clock.set(new Date().toISOString());
    },
  );

  it("takes away whom it has assigned, and gives back whom it has taken away", async () => {
    const old = await buildUser({ role: "agent" });
    const person = await buildUser({ role: "agent" });
    const { id } = await buildCase({ assignedTo: [old] });
    const assigned = async () =>
      (
        await runtime.database
          .select({ userId: caseAssignments.userId })
          .from(caseAssignments)
          .where(eq(caseAssignments.caseId, id))
      ).map(({ userId }) => userId);
    const both = { ids: [id], userIds: [old.id, person.id] };
    const added = await admin.call(start, { body: { action: "assign", ...both } });
    await admin.call(undo, { params: { id: added.id } });
    expect(await assigned()).toEqual([old.id]);
    const removed = await admin.call(start, { body: { action: "unassign", ...both } });
    expect(await assigned()).toEqual([]);
    await admin.call(undo, { params: { id: removed.id } });
    expect(await assigned()).toEqual([old.id]);
  });

  it("waits until the action has ended", async () => {
    const ids = await buildCases(21);
    const { id } = await move(ids, "hold");
    expect((await admin.refused(409, undo, { params: { id } })).message).toBe(
      "This is still running",
    );
    await carryOut(id);
    expect((await admin.send(undo, { params: { id } })).status).toBe(202);
  });
});

it("is forgotten after thirty days", async () => {
  const [id = 0] = await buildCases(1);
  const bulk = await move([id], "hold");
  await runtime.database
    .update(bulkActions)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(eq(bulkActions.id, bulk.id));
  await removeExpiredRows();
  const left = await runtime.database.select().from(bulkRows).where(eq(bulkRows.actionId, bulk.id));
  expect(left).toEqual([]);
});
