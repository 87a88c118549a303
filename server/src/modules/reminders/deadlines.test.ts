/** Due dates that come near or pass, and the last reminder: each is told once. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checklistApi } from "contract/checklist";
import { addDays } from "contract/days";
import { runtime } from "#server/core/runtime.ts";
import { deadlineNotices } from "#server/database/tables/deadline-notices.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { type Chased, MONDAY, openChased, sendOn, setDay, storeSchedule } from "#testing/chased.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { toldOf } from "#testing/told.ts";
import { noticesOf } from "./deadlines.ts";
import { deadlinesJob } from "./reminders.jobs.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  setDay(portal, MONDAY);
  await storeSchedule({ isOn: false });
});

/** The day's look, at half past seven unless said otherwise; answers who was told what by it. */
async function toldOn(chased: Chased, day: string, time = "03:30:00"): Promise<string[]> {
  await runtime.database.delete(notifications);
  setDay(portal, day, time);
  await Promise.all([deadlinesJob.run({}), deadlinesJob.run({})]);
  await deadlinesJob.run({});
  const { client, agent } = chased.people;
  const names = new Map([
    [client.id, "client"],
    [agent.id, "agent"],
  ]);
  const rows = (await toldOf(chased.caseFile)).filter(({ kind }) => kind === "deadline_near");
  return rows
    .map(({ userId, data, count }) => `${names.get(userId)} ${data.phase} ${count}`)
    .toSorted();
}

describe("due dates", () => {
  it(
    "are told a week and a day before, and two weeks after, once each",
    { tags: ["W-CHS-024", "W-CHS-031"] },
    async () => {
      const chased = await openChased(portal);
      const due = addDays(MONDAY, 10);
      const { key } = await chased.ask("Letter", due);
      const both = (phase: string) => [`agent ${phase} 1`, `client ${phase} 1`];
      expect(await toldOn(chased, addDays(due, -8))).toEqual([]);
      expect(await toldOn(chased, addDays(due, -7), "03:29:00")).toEqual([]);
      expect(await toldOn(chased, addDays(due, -7))).toEqual(both("near"));
      expect(await toldOn(chased, addDays(due, -6))).toEqual([]);
      // A day without the portal loses none.
      expect(await toldOn(chased, due, "10:00:00")).toEqual(both("near"));
      expect(await toldOn(chased, addDays(due, 13))).toEqual([]);
      expect(await toldOn(chased, addDays(due, 14))).toEqual(["agent overdue 1"]);
      expect(await toldOn(chased, addDays(due, 15))).toEqual([]);
      await chased.agent.call(checklistApi.decide, {
        params: { id: chased.id, key },
        body: { dueOn: addDays(due, 16) },
      });
      expect(await toldOn(chased, addDays(due, 15))).toEqual(both("near"));
    },
  );

  it("of cases that rest are told to nobody", async () => {
    const chased = await openChased(portal, { status: "hold" });
    await chased.ask("Letter", addDays(MONDAY, 1));
    expect(await toldOn(chased, MONDAY)).toEqual([]);
  });

  it(
    "the last reminder is told once per round, with what is still open",
    { tags: ["W-CHS-031"] },
    async () => {
      await storeSchedule({ most: 1 });
      const chased = await openChased(portal);
      await chased.ask("Map");
      await sendOn(portal, addDays(MONDAY, 3));
      expect(await toldOn(chased, addDays(MONDAY, 4))).toEqual(["agent last_reminder 2"]);
      expect(await toldOn(chased, addDays(MONDAY, 5))).toEqual([]);
      const keys = await runtime.database
        .select()
        .from(deadlineNotices)
        .where(eq(deadlineNotices.caseId, chased.id));
      expect(keys).toMatchObject([{ phase: "last_reminder", itemKey: "", day: MONDAY }]);
      setDay(portal, addDays(MONDAY, 6));
      await chased.ask("A third");
      await chased.settle();
      await sendOn(portal, addDays(MONDAY, 9));
      expect(await toldOn(chased, addDays(MONDAY, 10))).toEqual(["agent last_reminder 3"]);
    },
  );

  it("of a paper that has gone out of date are the last day of the latest one", () => {
    const document = (validUntil: string | null) => ({ validUntil }) as never;
    const expired = {
      key: "r1.p1",
      state: "expired" as const,
      dueOn: "2026-11-02",
      documents: [document("2026-10-01"), document("2026-10-20"), document(null)],
    };
    const told = [{ phase: "expired", itemKey: "r1.p1", day: "2026-10-20" }];
    expect(noticesOf(expired, 14, MONDAY)).toEqual(told);
    const missing = { ...expired, state: "missing" as const, documents: [] };
    const phases = [7, 6, 5, 2, 1, 0, -1, -13, -14, -40].map(
      (ahead) => noticesOf({ ...missing, dueOn: addDays(MONDAY, ahead) }, 14, MONDAY)[0]?.phase,
    );
    expect(phases.map((phase) => phase ?? "none").join(" ")).toBe(
      "near_7 near_7 none none near_1 near_1 none none overdue overdue",
    );
  });
});
