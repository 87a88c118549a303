/** What the schedule sends, and when it does not. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { checklistApi } from "contract/checklist";
import { addDays } from "contract/days";
import { remindersApi } from "contract/reminders";
import { runtime } from "#server/core/runtime.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { refreshJob } from "#server/modules/checklist/readiness.jobs.ts";
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
import { buildAssignment } from "#testing/factories/cases.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { reviewBy } from "#testing/told.ts";
import { fillJob, sendJob } from "./reminders.jobs.ts";

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

const THURSDAY = addDays(MONDAY, 3);

describe("at the hour of the schedule", () => {
  it(
    "each client of the case gets one mail with what is open, and nobody else",
    { tags: ["W-CHS-006"] },
    async () => {
      const chased = await openChased(portal);
      const { key } = await chased.ask("Map of the land");
      const second = await buildUser();
      await buildAssignment(chased.caseFile, { userId: second.id });
      await chased.settle();
      await sendOn(portal, THURSDAY, "04:59:00");
      expect(await chased.letters()).toEqual([]);
      await sendOn(portal, THURSDAY);
      await sendJob.run({});
      const [letter, ...more] = await chased.letters();
      expect(more).toEqual([]);
      expect(letter?.subject).toBe(`Documents needed in case ${chased.caseFile.caseId}`);
      expect(letter?.text.match(/\/checklist#/g)).toHaveLength(2);
      expect(letter?.text).toContain(`/checklist#${key}`);
      expect(await mailsTo(second.email)).toHaveLength(1);
      for (const other of [chased.people.agent, chased.people.admin])
        expect(await mailsTo(other.email)).toEqual([]);
      expect(await chased.sent()).toMatchObject([
        { number: 1, sentBy: null, isByHand: false, sentOn: THURSDAY, note: null },
        { number: 1, userId: second.id },
      ]);
      expect(await chased.plan()).toMatchObject({
        sentInRound: 1,
        lastScheduledOn: THURSDAY,
        lastSentOn: THURSDAY,
        nextOn: addDays(MONDAY, 7),
      });
    },
  );

  it(
    "nothing goes out where the last paper came in a minute before",
    { tags: ["W-CHS-007"] },
    async () => {
      const chased = await openChased(portal);
      setDay(portal, THURSDAY, "04:59:00");
      const [key] = await keysOf(chased);
      await buildDocument({
        caseId: chased.id,
        category: "other",
        extraItemId: Number(key?.slice(1)),
      });
      await sendOn(portal, THURSDAY);
      expect(await chased.letters()).toEqual([]);
      expect(await remindersOf(chased)).toMatchObject({ stop: "nothing_open", openCount: 0 });
      expect((await chased.plan())?.nextOn).toBeNull();
    },
  );

  it(
    "a case that rests is left alone, and not reminded at once when it goes on",
    { tags: ["W-CHS-008"] },
    async () => {
      for (const status of ["hold", "cancelled", "citizen"] as const) {
        setDay(portal, MONDAY);
        const chased = await openChased(portal);
        const move = (to: "hold" | "cancelled" | "citizen" | "courier") =>
          chased.admin.call(casesApi.updateStatus, {
            params: { caseId: chased.caseFile.caseId },
            body: { status: to },
          });
        await move(status);
        await sendOn(portal, THURSDAY);
        expect(await remindersOf(chased)).toMatchObject({ stop: "case_status", nextOn: null });
        setDay(portal, addDays(MONDAY, 14));
        await move("courier");
        await chased.settle();
        expect((await remindersOf(chased)).nextOn).toBe(addDays(MONDAY, 17));
        await sendOn(portal, addDays(MONDAY, 16));
        expect(await chased.letters()).toEqual([]);
        await sendOn(portal, addDays(MONDAY, 17));
        expect(await chased.letters()).toHaveLength(1);
      }
    },
  );

  it(
    "ends with the last of the round, until a person asks for something new",
    { tags: ["W-CHS-010"] },
    async () => {
      await storeSchedule({ most: 1 });
      for (const askAgain of ["request", "review"] as const) {
        setDay(portal, MONDAY);
        const chased = await openChased(portal);
        await sendOn(portal, THURSDAY);
        await sendOn(portal, addDays(MONDAY, 30));
        expect(await chased.letters()).toHaveLength(1);
        expect(await remindersOf(chased)).toMatchObject({ stop: "most_reached" });
        if (askAgain === "request") await chased.ask("Another deed");
        else {
          const { id } = await buildDocument({ caseId: chased.id, category: "other" });
          await reviewBy(chased.admin, id, "changes_requested");
        }
        expect(await chased.plan()).toMatchObject({
          sentInRound: 0,
          roundStartedOn: addDays(MONDAY, 30),
        });
        await chased.settle();
        expect((await chased.plan())?.nextOn).toBe(addDays(MONDAY, 35));
      }
    },
  );

  it(
    "what comes while a round runs neither restarts nor postpones it",
    { tags: ["W-CHS-011"] },
    async () => {
      const chased = await openChased(portal);
      await sendOn(portal, THURSDAY);
      const before = await chased.plan();
      await chased.ask("Another deed");
      await chased.settle();
      expect(await chased.plan()).toEqual(before);
    },
  );

  it(
    "is made up for once the portal is back the same day, else the next working day, never twice",
    { tags: ["W-CHS-012"] },
    async () => {
      const early = await openChased(portal);
      await sendOn(portal, THURSDAY, "08:00:00");
      expect(await early.letters()).toHaveLength(1);
      setDay(portal, MONDAY);
      const late = await openChased(portal);
      await sendOn(portal, THURSDAY, "14:01:00");
      expect(await late.letters()).toEqual([]);
      await sendOn(portal, addDays(MONDAY, 4));
      expect(await late.letters()).toHaveLength(1);
      expect(await early.letters()).toHaveLength(1);
    },
  );

  it(
    "whoever wants none, or gets none, is left out; with nobody left nothing is counted",
    { tags: ["W-CHS-015"] },
    async () => {
      const reasons = [
        { mailsOffAt: "2026-01-01T00:00:00.000Z" },
        { remindersOffAt: "2026-01-01T00:00:00.000Z" },
        { undeliverableAt: "2026-01-01T00:00:00.000Z" },
      ];
      for (const reason of reasons) {
        setDay(portal, MONDAY);
        const chased = await openChased(portal);
        const other = await buildUser();
        await buildAssignment(chased.caseFile, { userId: other.id });
        const off = (userId: number) =>
          runtime.database.insert(mailRecipients).values({ userId, ...reason });
        await off(chased.people.client.id);
        await sendOn(portal, THURSDAY);
        expect(await chased.letters()).toEqual([]);
        expect(await mailsTo(other.email)).toHaveLength(1);
        await off(other.id);
        await sendOn(portal, addDays(MONDAY, 7));
        expect(await mailsTo(other.email)).toHaveLength(1);
        expect(await remindersOf(chased)).toMatchObject({
          stop: "nobody",
          plan: { sentInRound: 1 },
        });
      }
    },
  );

  it(
    "is at most so often as the schedule says, also when that is changed",
    { tags: ["W-CHS-030"] },
    async () => {
      const chased = await openChased(portal);
      await sendOn(portal, THURSDAY);
      const admin = await portal.as(await buildAdmin());
      const setMost = async (most: number) => {
        await admin.call(remindersApi.setSchedule, { body: { ...usualSchedule, most } });
        await runDueJobs("reminders.replan");
      };
      await setMost(1);
      await sendOn(portal, addDays(MONDAY, 7));
      expect(await chased.letters()).toHaveLength(1);
      expect((await remindersOf(chased)).stop).toBe("most_reached");
      await setMost(2);
      expect((await chased.plan())?.nextOn).toBe(addDays(MONDAY, 7));
      await sendOn(portal, addDays(MONDAY, 8));
      expect(await chased.letters()).toHaveLength(2);
    },
  );

  it(
    "nothing goes out after an upgrade until it is switched on, and then days later",
    { tags: ["W-CHS-026"] },
    async () => {
      await storeSchedule({ isOn: false });
      const chased = await openChased(portal);
      await runtime.database.delete(reminderPlans).where(eq(reminderPlans.caseId, chased.id));
      await fillJob.run({});
      await sendOn(portal, addDays(MONDAY, 28));
      expect(await chased.letters()).toEqual([]);
      const admin = await portal.as(await buildAdmin());
      const saved = await admin.call(remindersApi.setSchedule, { body: usualSchedule });
      expect(saved).toMatchObject({ firstOn: addDays(MONDAY, 31) });
      expect(saved.changedCases).toBeGreaterThan(0);
      await runDueJobs("reminders.replan");
      for (const days of [28, 29, 30]) await sendOn(portal, addDays(MONDAY, days));
      expect(await chased.letters()).toEqual([]);
      await sendOn(portal, addDays(MONDAY, 31));
      expect(await chased.letters()).toHaveLength(1);
    },
  );

  it("is one line of activity, of the portal itself", { tags: ["W-CHS-023"] }, async () => {
    const chased = await openChased(portal);
    await sendOn(portal, THURSDAY);
    const [line] = await eventsOf(chased.id);
    expect(line).toMatchObject({
      actorId: null,
      action: "update",
      metadata: {
        reminder: { to: [chased.people.client.id], items: 1, number: 1, by: "schedule" },
      },
    });
  });

  it("moves with the night where a day has passed unused", async () => {
    const chased = await openChased(portal);
    setDay(portal, addDays(MONDAY, 4), "20:30:00");
    await refreshJob.run({});
    expect((await chased.plan())?.nextOn).toBe(addDays(MONDAY, 7));
  });
});

async function keysOf({ agent, id }: Chased): Promise<string[]> {
  const { items } = await agent.call(checklistApi.get, { params: { id } });
  return items.filter(({ extraId }) => extraId !== null).map(({ key }) => key);
}
