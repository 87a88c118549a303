/** Many cases that are due at once, in several portals, one of which is killed; `npm run faults` does it with processes. */
import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { notificationsApi } from "contract/notifications";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { reminderPlans } from "#server/database/tables/reminder-plans.ts";
import { reminders } from "#server/database/tables/reminders.ts";
import { MONDAY, setDay, storeSchedule } from "#testing/chased.ts";
import { buildDueCases } from "#testing/due-cases.ts";
import { buildUser } from "#testing/factories/users.ts";
import { killedIn } from "#testing/killed-portal.ts";
import { makeStatementsCountable, watchStatements } from "#testing/statement-counter.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { sendJob } from "./reminders.jobs.ts";
import { sendDue } from "./send.ts";

const FEW = 12;
/** Of about a millisecond each: 5,000 cases take no five minutes. */
const MOST_STATEMENTS = 40;
const MOST_WAIT_MS = 500;
const QUARTER_MS = 900_000;

let portal: TestApp;
beforeAll(async () => {
  makeStatementsCountable();
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  setDay(portal, MONDAY);
  await storeSchedule();
  for (const table of [reminders, reminderPlans, mailOutbox]) await runtime.database.delete(table);
  await runtime.database.execute("delete from cases");
  await runtime.database.execute("delete from users");
});

const remindersOf = async (cases: readonly number[]) => {
  const rows = await runtime.database
    .select({ caseId: reminders.caseId, mailId: reminders.mailId })
    .from(reminders)
    .where(inArray(reminders.caseId, [...cases]));
  return rows.map(({ caseId }) => caseId).toSorted((one, other) => one - other);
};
const recipients = async () => {
  const rows = await runtime.database.select({ to: mailOutbox.toEmail }).from(mailOutbox);
  return rows.map(({ to }) => to).toSorted();
};

describe("cases that are due at the same moment", () => {
  it(
    "are reminded once each by two portals; those of a killed one follow in a quarter of an hour",
    { tags: ["W-CHS-013"] },
    async () => {
      const due = await buildDueCases(FEW);
      const [dying = 0, held = 0, ...others] = due;
      // One portal dies in the middle; at another case a third one still is when both look.
      await killedIn((tx) => sendDue(tx, dying));
      await killedIn(async (tx) => {
        await tx.execute(
          `select pg_advisory_xact_lock(hashtextextended('reminder ' || ${held}::integer, 0))`,
        );
        await sendDue(tx, held);
        await Promise.all([sendJob.run({}), sendJob.run({})]);
      });
      expect(await remindersOf(due)).toEqual([dying, ...others]);

      expect(sendJob.options.schedule).toBe("*/15 * * * *");
      portal.clock.advance(QUARTER_MS);
      await Promise.all([sendJob.run({}), sendJob.run({})]);
      expect(await remindersOf(due)).toEqual(due);
      expect(await recipients()).toEqual(
        due.map((_, place) => `due-${place + 1}@family.example`).toSorted(),
      );
    },
  );

  it(
    "cost the same few statements each, however many there are, and people work meanwhile",
    { tags: ["W-CHS-014"] },
    async () => {
      const person = await portal.as(await buildUser());
      const waits: number[] = [];
      let from = 1;
      const statementsOf = async (count: number) => {
        const due = await buildDueCases(count, from);
        from += count;
        let statements = 0;
        const stop = watchStatements(() => (statements += 1));
        await sendJob.run({});
        stop();
        expect(await remindersOf(due)).toEqual(due);
        return statements / count;
      };
      const [few, many] = [await statementsOf(5), await statementsOf(20)];
      expect(many).toBeLessThanOrEqual(few);
      expect(many).toBeLessThan(MOST_STATEMENTS);

      await buildDueCases(10, from);
      let isSending = true;
      const sent = sendJob.run({}).then(() => (isSending = false));
      while (isSending) {
        const asked = performance.now();
        await person.call(notificationsApi.count);
        waits.push(performance.now() - asked);
      }
      await sent;
      waits.sort((one, other) => one - other);
      expect(waits[Math.floor(waits.length * 0.9)]).toBeLessThan(MOST_WAIT_MS);
    },
  );
});
