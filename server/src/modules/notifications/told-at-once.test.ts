/** Much at once: many messages, many who are told of one, and many who tell. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { type UserRow, users } from "#server/database/tables/users.ts";
import { caseMailsTo } from "#testing/case-mails.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { killedIn } from "#testing/killed-portal.ts";
import { letNoSessionSlide } from "#testing/no-slide.ts";
import { makeStatementsCountable, watchStatements } from "#testing/statement-counter.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { write } from "#testing/told.ts";
import { sendNews } from "./news.service.ts";
import { tellJob } from "./tell.jobs.ts";
import { type News, tell } from "./tell.service.ts";

const MESSAGES = 50;
const SCHEDULES = 24;
const MAIL_AFTER_MS = 5 * 60_000;
const FEW = 2;
const MANY = 500;

let portal: TestApp;
let author: UserRow;
let browser: TestClient;
beforeAll(async () => {
  makeStatementsCountable();
  portal = await openTestApp();
  author = await buildAdmin();
  browser = await portal.as(author);
});
afterAll(() => portal.close());

const openCaseOf = async (receivers: number) => {
  const { id: _id, ...person } = await buildUser();
  const clients = await runtime.database
    .insert(users)
    .values(
      Array.from({ length: receivers }, (_, n) => ({ ...person, email: `${n}-${person.email}` })),
    )
    .returning({ userId: users.id });
  const caseFile = await buildCase({ createdBy: author.id });
  await runtime.database
    .insert(caseAssignments)
    .values(clients.map(({ userId }) => ({ userId, caseId: caseFile.id })));
  return caseFile;
};
const countsOf = async (caseFile: { id: number }) => {
  const rows = await runtime.database
    .select({ count: sql<number>`sum(${notifications.count})::int` })
    .from(notifications)
    .where(eq(notifications.caseId, caseFile.id))
    .groupBy(notifications.userId);
  return rows.map(({ count }) => count);
};

it(
  "tells each receiver of each of fifty messages, whoever tells meanwhile",
  { tags: ["W-NTF-015"] },
  async () => {
    const caseFile = await openCaseOf(3);
    const tellers = [runDueJobs("notifications.tell"), runDueJobs("notifications.tell")];
    await Promise.all([
      ...Array.from({ length: MESSAGES }, () => write(browser, caseFile)),
      ...tellers,
    ]);
    await Promise.all([runDueJobs("notifications.tell"), runDueJobs("notifications.tell")]);
    expect(await countsOf(caseFile)).toEqual([MESSAGES, MESSAGES, MESSAGES]);
  },
);

it(
  "writes the rows of a job once: killed in the middle, taken for dead, or run by two at once",
  { tags: ["W-NTF-035"] },
  async () => {
    const caseFile = await openCaseOf(3);
    await write(browser, caseFile);
    const due = await runtime.jobs.boss.fetch<News>("notifications.tell", {
      includeMetadata: true,
    });
    expect(due).toHaveLength(1);
    await killedIn((tx) => tell(tx, due[0]!.data));
    expect(await countsOf(caseFile)).toEqual([]);
    // Its portal was taken for dead, and another has the job by now.
    await tellJob.runTogether(due.map((each) => ({ ...each, retryCount: each.retryCount + 1 })));
    expect(await countsOf(caseFile)).toEqual([]);
    await Promise.all([tellJob.runTogether(due), tellJob.runTogether(due)]);
    await tellJob.runTogether(due);
    expect(await countsOf(caseFile)).toEqual([1, 1, 1]);
    // So long a job of a killed portal is nobody else's: within two minutes it is done again.
    expect(tellJob.options.expireInSeconds).toBe(30);
  },
);

it(
  "is in the mail that is written meanwhile or in the next one, never in both or none",
  { tags: ["W-MAI-004"] },
  async () => {
    const caseFile = await openCaseOf(1);
    const [client] = await runtime.database
      .select({ userId: caseAssignments.userId })
      .from(caseAssignments)
      .where(eq(caseAssignments.caseId, caseFile.id));
    const userId = client?.userId ?? 0;
    const pair = { userId, caseId: caseFile.id };
    const tellNow = () => runDueJobs("notifications.tell");
    const mailNow = () => sendNews(pair);
    await write(browser, caseFile);
    for (const round of Array.from({ length: SCHEDULES }).keys()) {
      await tellNow();
      portal.clock.advance(MAIL_AFTER_MS);
      await write(browser, caseFile);
      const steps = round % 2 === 0 ? [tellNow, mailNow] : [mailNow, tellNow];
      // Another part of its transaction is met each time.
      await Promise.all(
        steps.map(async (step, place) => {
          for (let turn = 0; turn < place * round; turn += 1) await runtime.pool.query("select 1");
          await step();
        }),
      );
    }
    await tellNow();
    portal.clock.advance(MAIL_AFTER_MS);
    await mailNow();
    const mails = await caseMailsTo({ id: userId });
    const told = mails.map((mail) => Number(/^- (\d+) new message/m.exec(mail.text)?.[1]));
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(SCHEDULES + 1);
    // Both ways were met.
    expect(new Set(told).size).toBeGreaterThan(1);
  },
);

it(
  "costs whoever writes the same statements for few receivers and for many",
  { tags: ["W-NTF-033"] },
  async () => {
    const [few, many] = [await openCaseOf(FEW), await openCaseOf(MANY)];
    const statementsOf = async (caseFile: { id: number }) => {
      const texts: string[] = [];
      const stop = watchStatements(({ text }) => texts.push(text));
      await write(browser, caseFile);
      stop();
      return texts;
    };
    await letNoSessionSlide();
    await statementsOf(few);
    const [ofFew, ofMany] = [await statementsOf(few), await statementsOf(many)];
    expect(ofMany).toEqual(ofFew);
    // One insert, with its notify.
    const telling = ofMany.filter((text) => /notification/.test(text));
    expect(telling).toHaveLength(1);
    expect(telling[0]).toMatch(/pg_notify[^]*'notifications\.tell'/);
  },
);
