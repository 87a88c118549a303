/** Much at once: many messages, many who are told of one, and many who tell. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { type UserRow, users } from "#server/database/tables/users.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { makeStatementsCountable, watchStatements } from "#testing/statement-counter.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { write } from "#testing/told.ts";
import { tellJob } from "./tell.jobs.ts";
import type { News } from "./tell.service.ts";

const MESSAGES = 50;
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

it("tells each receiver of each of fifty messages, whoever tells meanwhile [W-NTF-015]", async () => {
  const caseFile = await openCaseOf(3);
  const tellers = [runDueJobs("notifications.tell"), runDueJobs("notifications.tell")];
  await Promise.all([
    ...Array.from({ length: MESSAGES }, () => write(browser, caseFile)),
    ...tellers,
  ]);
  await Promise.all([runDueJobs("notifications.tell"), runDueJobs("notifications.tell")]);
  expect(await countsOf(caseFile)).toEqual([MESSAGES, MESSAGES, MESSAGES]);
});

it("writes the rows of one job once, when two work on it at once", async () => {
  const caseFile = await openCaseOf(3);
  await write(browser, caseFile);
  const due = await runtime.jobs.boss.fetch<News>("notifications.tell", { includeMetadata: true });
  expect(due).toHaveLength(1);
  await Promise.all([tellJob.runTogether(due), tellJob.runTogether(due)]);
  await tellJob.runTogether(due);
  expect(await countsOf(caseFile)).toEqual([1, 1, 1]);
});

it("costs whoever writes the same statements for few receivers and for many [W-NTF-033]", async () => {
  const [few, many] = [await openCaseOf(FEW), await openCaseOf(MANY)];
  const statementsOf = async (caseFile: { id: number }) => {
    const texts: string[] = [];
    const stop = watchStatements(({ text }) => texts.push(text));
    await write(browser, caseFile);
    stop();
    return texts;
  };
  await statementsOf(few);
  const [ofFew, ofMany] = [await statementsOf(few), await statementsOf(many)];
  expect(ofMany).toEqual(ofFew);
  // One insert, with its notify.
  const telling = ofMany.filter((text) => /notification/.test(text));
  expect(telling).toHaveLength(1);
  expect(telling[0]).toMatch(/pg_notify[^]*'notifications\.tell'/);
});
