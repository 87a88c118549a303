/** What people say of reminders: of one case, and of the whole bureau. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays } from "contract/days";
import { remindersApi, type ReminderScheduleInput } from "contract/reminders";
import { runtime } from "#server/core/runtime.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { eventsOf } from "#testing/case-records.ts";
import {
  type Chased,
  MONDAY,
  openChased,
  remindersOf,
  sendOn,
  setDay,
  storeSchedule,
  usualSchedule,
} from "#testing/chased.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  setDay(portal, MONDAY);
  await runtime.database.delete(reminderPlans);
  await storeSchedule();
});

const change = (
  { agent, id }: Chased,
  body: { isOn?: boolean; pausedUntil?: string | null },
  version?: number,
) =>
  agent.call(remindersApi.plan, {
    params: { id },
    body,
    headers: version === undefined ? {} : { "if-match": `"${version}"` },
  });

describe("the plan of a case", () => {
  it("is paused until a day, on which it goes on", { tags: ["W-CHS-009"] }, async () => {
    const chased = await openChased(portal);
    const until = addDays(MONDAY, 9);
    await change(chased, { pausedUntil: until });
    expect(await remindersOf(chased)).toMatchObject({
      stop: null,
      nextOn: until,
      plan: { pausedUntil: until },
    });
    for (const days of [3, 4, 7, 8]) await sendOn(portal, addDays(MONDAY, days));
    expect(await chased.letters()).toEqual([]);
    await sendOn(portal, until);
    expect(await chased.letters()).toHaveLength(1);
    const today = addDays(MONDAY, 9);
    for (const day of [today, addDays(today, -1), addDays(today, 366)]) {
      const refused = await chased.agent.refused(400, remindersApi.plan, {
        params: { id: chased.id },
        body: { pausedUntil: day },
      });
      expect(refused.message).toBe("Choose a day from tomorrow to one year ahead");
    }
    await change(chased, { pausedUntil: addDays(today, 365) });
    expect((await change(chased, { pausedUntil: null })).nextOn).toBe(addDays(MONDAY, 14));
  });

  it("switched on again reminds nobody at once, and notices lost edits", async () => {
    const chased = await openChased(portal);
    expect((await remindersOf(chased)).plan.version).toBe(0);
    const off = await change(chased, { isOn: false }, 0);
    expect(off).toMatchObject({ isOn: false, version: 1, nextOn: null });
    expect((await remindersOf(chased)).stop).toBe("off");
    await chased.agent.refused(409, remindersApi.plan, {
      params: { id: chased.id },
      body: { isOn: true },
      headers: { "if-match": '"0"' },
    });
    setDay(portal, addDays(MONDAY, 7));
    const on = await change(chased, { isOn: true }, 1);
    expect(on).toMatchObject({ nextOn: addDays(MONDAY, 10), resumedOn: addDays(MONDAY, 7) });
    const [line] = await eventsOf(chased.id);
    expect(line).toMatchObject({
      action: "update",
      metadata: { reminders: { from: { isOn: false }, to: { isOn: true } } },
    });
  });
});

describe("the schedule of the bureau", () => {
  const bad: [keyof ReminderScheduleInput, unknown][] = [
    ["firstDays", []],
    ["firstDays", [1, 2, 3, 4, 5, 6]],
    ["firstDays", [3, 3]],
    ["firstDays", [7, 3]],
    ["firstDays", [0]],
    ["firstDays", [61]],
    ["firstDays", [1.5]],
    ["everyDays", 0],
    ["everyDays", 31],
    ["most", 0],
    ["most", 21],
    ["hour", 5],
    ["hour", 18],
    ["workingDays", []],
    ["overdueDays", 0],
    ["overdueDays", 61],
    ["holidays", [{ day: "2026-13-01", name: "" }]],
    ["holidays", [{ day: "2026-12-01", name: "x".repeat(101) }]],
    ["holidays", [1, 2].map(() => ({ day: "2026-12-01", name: "Twice" }))],
    [
      "holidays",
      Array.from({ length: 401 }, (_, after) => ({ day: addDays(MONDAY, after), name: "" })),
    ],
  ];

  it("refuses each limit by its field", { tags: ["W-CHS-025"] }, async () => {
    const { admin } = await openChased(portal);
    for (const [field, value] of bad) {
      const { fields = {} } = await admin.refused(400, remindersApi.setSchedule, {
        rawBody: { ...usualSchedule, [field]: value },
      });
      expect(Object.keys(fields).map((name) => name.split(".")[0])).toEqual([field]);
    }
    expect(await admin.call(remindersApi.schedule)).toMatchObject(usualSchedule);
  });

  it("tried changes nothing, and says what it would", { tags: ["W-CHS-025"] }, async () => {
    const chased = await openChased(portal);
    const { admin } = chased;
    const before = await admin.call(remindersApi.schedule);
    const body = { ...usualSchedule, firstDays: [5], holidays: [{ day: "2026-11-09", name: "H" }] };
    const would = { changedCases: 1, firstOn: addDays(MONDAY, 8), schedule: body };
    const query = { dryRun: "1" as const };
    expect(await admin.call(remindersApi.setSchedule, { body, query })).toMatchObject(would);
    expect(await admin.call(remindersApi.schedule)).toEqual(before);
    const headers = { "if-match": `"${before.version}"` };
    expect(await admin.call(remindersApi.setSchedule, { body, headers })).toMatchObject(would);
    await runDueJobs("reminders.replan");
    expect((await chased.plan())?.nextOn).toBe(addDays(MONDAY, 8));
    await admin.refused(409, remindersApi.setSchedule, { body: usualSchedule, headers });
    const logged = await runtime.database
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.kind, "reminders.scheduleChanged"));
    expect(logged).toMatchObject([
      { userId: chased.people.admin.id, metadata: { fields: ["firstDays", "holidays"] } },
    ]);
  });
});

describe("what comes next", () => {
  it(
    "is told of one's own cases, those that need a person first; to others nothing",
    { tags: ["W-CHS-027"] },
    async () => {
      const waiting = await openChased(portal);
      const ended = await openChased(portal);
      await runtime.database
        .update(reminderPlans)
        .set({ sentInRound: 8, nextOn: null })
        .where(eq(reminderPlans.caseId, ended.id));
      const list = async ({ agent }: Pick<Chased, "agent">) =>
        (await agent.call(remindersApi.list)).items.map((item) => [item.case.id, item.stop]);
      expect(await list(waiting)).toEqual([[waiting.id, null]]);
      expect(await list({ agent: waiting.admin })).toEqual([
        [ended.id, "most_reached"],
        [waiting.id, null],
      ]);
      const { items, total } = await waiting.agent.call(remindersApi.list);
      expect(total).toBe(1);
      expect(items).toMatchObject([
        {
          people: [{ userId: waiting.people.client.id, name: "Clara Client" }],
          openCount: 1,
          nextOn: addDays(MONDAY, 3),
          sentInRound: 0,
          most: 8,
        },
      ]);
      for (const nobody of [waiting.client, waiting.accountant]) {
        await nobody.refused(403, remindersApi.list);
        await nobody.refused(403, remindersApi.get, { params: { id: 2_000_000_000 } });
      }
    },
  );
});
