/**
 * Much to tell, and how soon. The best of several tries counts, on a machine that is busy with other tests;
 * `npm run bench -- --only telling` measures all of it at full size.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notificationsApi } from "contract/notifications";
import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { notificationTimers } from "#server/database/tables/notification-timers.ts";
import { users } from "#server/database/tables/users.ts";
import { buildDueMails, buildManyNotifications } from "#testing/due-mails.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { makeStatementsCountable, watchStatements } from "#testing/statement-counter.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { write } from "#testing/told.ts";
import { sweepTimers } from "./mail.jobs.ts";

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

describe("somebody with very many notifications", () => {
  let portal: TestApp;
  beforeAll(async () => {
    makeStatementsCountable();
    portal = await openTestApp();
  });
  afterAll(() => portal.close());

  const ROWS = 20_000;

  it("is shown and counted them in no time", { tags: ["W-NTF-031"] }, async () => {
    const person = await buildUser({ role: "agent" });
    const { id: caseId } = await buildCase({ assignedTo: [person] });
    await buildManyNotifications(ROWS, { userId: person.id, caseId });
    const browser = await portal.as(person);
    const lists: number[] = [];
    const counts: number[] = [];
    for (let turn = 0; turn < 15; turn += 1) {
      lists.push(await timed(() => browser.call(notificationsApi.list)));
      counts.push(await timed(() => browser.call(notificationsApi.count)));
    }
    expect(await browser.call(notificationsApi.count)).toEqual({ unread: ROWS / 2 });
    expect(Math.min(...lists)).toBeLessThan(50);
    expect(Math.min(...counts)).toBeLessThan(20);
  });

  /** Of about a millisecond each: 10,000 mails take no five minutes. */
  const MOST_STATEMENTS = 20;

  it(
    "and each mail that is due costs the same few statements, however many there are",
    { tags: ["W-MAI-028"] },
    async () => {
      let from = 1;
      const statementsOf = async (count: number) => {
        const dueAt = new Date(portal.clock.now().getTime() - 120_000);
        await buildDueMails({ from, count, dueAt });
        from += count;
        let statements = 0;
        const stop = watchStatements(() => (statements += 1));
        await sweepTimers.run({});
        stop();
        return statements / count;
      };
      const [few, many] = [await statementsOf(5), await statementsOf(50)];
      expect(await runtime.database.$count(notificationTimers)).toBe(0);
      const rows = await runtime.database
        .selectDistinct({ to: mailOutbox.toEmail })
        .from(mailOutbox);
      expect(rows).toHaveLength(55);
      expect(many).toBeLessThanOrEqual(few);
      expect(many).toBeLessThan(MOST_STATEMENTS);
    },
  );
});

describe("a message in a case of many", () => {
  const RECEIVERS = 200;
  const MESSAGES = 5;
  const MOST_MS = 2000;
  let portal: TestApp;
  beforeAll(async () => {
    portal = await openTestApp({ work: true });
  });
  afterAll(() => portal.close());

  it(
    "is told to all of them within two seconds, with counts, timers and live notice",
    { tags: ["W-NTF-034"] },
    async () => {
      const author = await buildAdmin();
      const { id: _id, ...person } = await buildUser();
      const clients = await runtime.database
        .insert(users)
        .values(
          Array.from({ length: RECEIVERS }, (_, n) => ({
            ...person,
            email: `${n}-${person.email}`,
          })),
        )
        .returning({ userId: users.id });
      const caseFile = await buildCase({ createdBy: author.id });
      await runtime.database
        .insert(caseAssignments)
        .values(clients.map(({ userId }) => ({ userId, caseId: caseFile.id })));
      const browser = await portal.as(author);
      const heard = await listenToNotices();
      const told = async () => {
        const { rows } = await runtime.database.execute<{ count: number; timers: number }>(sql`
        select coalesce(sum(count), 0)::int as count,
          (select count(*)::int from notification_timers where case_id = ${caseFile.id}) as timers
        from notifications where case_id = ${caseFile.id}`);
        const live = heard.notices.filter(
          (notice) => "keys" in notice && notice.keys.includes(`${notificationsApi.list.path}*`),
        );
        return { ...rows[0], live: live.length };
      };
      const lasted: number[] = [];
      for (let said = 1; said <= MESSAGES; said += 1) {
        await write(browser, caseFile);
        const committed = performance.now();
        const all = { count: RECEIVERS * said, timers: RECEIVERS, live: said };
        await expect.poll(told, { interval: 10, timeout: 10 * MOST_MS }).toEqual(all);
        lasted.push(performance.now() - committed);
      }
      heard.stop();
      expect(Math.min(...lasted)).toBeLessThan(MOST_MS);
    },
  );
});
