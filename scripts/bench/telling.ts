/** What telling costs at full size: notifications.md W-NTF-031, W-NTF-034, W-MAI-028, W-CHS-014, W-HOM-020. */
import { setTimeout as wait } from "node:timers/promises";
import { commentsApi } from "contract/comments";
import { homesApi } from "contract/homes";
import { notificationsApi } from "contract/notifications";
import { runtime } from "server/src/core/runtime.ts";
import { inTransaction } from "server/src/database/transaction.ts";
import { sweepTimers } from "server/src/modules/notifications/mail.jobs.ts";
import { sendJob } from "server/src/modules/reminders/reminders.jobs.ts";
import { buildDueCases } from "server/testing/due-cases.ts";
import { buildDueMails, buildManyNotifications } from "server/testing/due-mails.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { cannon, openStream } from "./calls.ts";
import { type Figure, figure, median, percentile, type Rounds } from "./figure.ts";
import { settle } from "./fill.ts";
import type { Fixtures, Session } from "./fixtures.ts";
import { memoryFigure, watchMemory } from "./memory.ts";

const CALLS = 200;
const RECEIVERS = 200;
const MESSAGES = 50;
const PAPERS = 500;
const MOST_PATIENCE_MS = 900_000;
const FIVE_MINUTES = 300;
const MOST_MEMORY_MB = 100;

type Sizes = { notifications: number; mails: number; reminders: number; cases: number };
const FULL: Sizes = { notifications: 100_000, mails: 10_000, reminders: 5000, cases: 10_000 };
const SMALL: Sizes = { notifications: 10_000, mails: 200, reminders: 100, cases: 500 };

export async function measureTelling(fixtures: Fixtures, { isSmall }: Rounds): Promise<Figure[]> {
  const sizes = isSmall ? SMALL : FULL;
  return [
    ...(await manyOfOne(fixtures, sizes.notifications)),
    await oneToMany(fixtures),
    ...(await dueMails(fixtures, sizes.mails)),
    ...(await dueReminders(fixtures, sizes.reminders)),
    await home(fixtures, sizes.cases),
  ];
}

async function manyOfOne(fixtures: Fixtures, count: number): Promise<Figure[]> {
  const reader = await fixtures.session("agent");
  const { id: caseId } = await buildCase({ assignedTo: [reader] });
  await buildManyNotifications(count, { userId: reader.id, caseId });
  await settle(["notifications"]);
  const { list, count: unread } = notificationsApi;
  const rows = `${count.toLocaleString("en")} notifications of one person`;
  return [
    await asked(fixtures, {
      who: reader,
      path: list.path,
      what: `Their first page, ${rows}`,
      most: 50,
    }),
    await asked(fixtures, {
      who: reader,
      path: unread.path,
      what: `Their count, ${rows}`,
      most: 20,
    }),
  ];
}

/** From the answer to whoever writes until rows, counts, timers and live notice are there. */
async function oneToMany(fixtures: Fixtures): Promise<Figure> {
  const { origin } = await fixtures.portal();
  const { cookie, csrfToken, id } = await fixtures.admin();
  const reader = await fixtures.session("client");
  const others = await Promise.all(Array.from({ length: RECEIVERS - 1 }, () => buildUser()));
  const caseFile = await buildCase({ createdBy: id, assignedTo: [reader, ...others] });
  const stream = await openStream(`${origin}/api/events`, reader.cookie);
  const lags: number[] = [];
  for (let said = 1; said <= MESSAGES; said += 1) {
    const heard = stream.next();
    const answer = await fetch(origin + commentsApi.create.path.replace(":id", `${caseFile.id}`), {
      method: "POST",
      headers: { cookie, "x-csrf-token": csrfToken, "content-type": "application/json" },
      body: JSON.stringify({ message: `Said as number ${said}` }),
    });
    if (!answer.ok) throw new Error(`A message was answered ${answer.status}`);
    const answeredAt = performance.now();
    await Promise.all([heard, untilZero(() => untold(caseFile.id, said))]);
    lags.push(performance.now() - answeredAt);
  }
  stream.close();
  const remark = `p50 ${median(lags).toFixed(0)} ms, ${MESSAGES} messages`;
  const what = `A message is told to ${RECEIVERS} people, p95`;
  return figure(what, { value: percentile(lags, 0.95), unit: "ms", most: 2000, remark });
}

async function untold(caseId: number, said: number): Promise<number> {
  const { rows } = await runtime.pool.query<{ told: number; timers: number }>(
    `select coalesce(sum(count), 0)::int as told,
       (select count(*)::int from notification_timers where case_id = $1) as timers
     from notifications where case_id = $1`,
    [caseId],
  );
  const { told = 0, timers = 0 } = rows[0] ?? {};
  return RECEIVERS * said - told + (RECEIVERS - timers);
}

async function dueMails(fixtures: Fixtures, count: number): Promise<Figure[]> {
  const { processId } = await fixtures.portal();
  await buildDueMails({ count, dueAt: new Date(Date.now() - 120_000) });
  await settle(["notifications", "notification_timers", "cases", "users"]);
  const watch = watchMemory(processId);
  const begin = performance.now();
  await inTransaction((tx) => sweepTimers.enqueue(tx, {}));
  await untilZero(() => countOf("notification_timers where due_at < now()"));
  const seconds = (performance.now() - begin) / 1000;
  const many = count.toLocaleString("en");
  const most = watch.before === null ? undefined : Math.round(watch.before + MOST_MEMORY_MB);
  return [
    figure(`${many} due mails are written`, { value: seconds, unit: "s", most: FIVE_MINUTES }),
    memoryFigure(`Memory while ${many} due mails are written`, watch, most),
  ];
}

/** Between six and eighteen where the bureau is; else nothing is due. */
async function dueReminders(fixtures: Fixtures, count: number): Promise<Figure[]> {
  const { origin } = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  await runtime.pool.query(
    "update reminder_schedules set is_on = true, hour = 6, working_days = '{1,2,3,4,5,6,7}'",
  );
  await buildDueCases(count);
  await settle(["cases", "users", "reminder_plans", "checklist_decisions"]);
  const begin = performance.now();
  await inTransaction((tx) => sendJob.enqueue(tx, {}));
  const waits: number[] = [];
  for (;;) {
    const asked = performance.now();
    const answer = await fetch(origin + notificationsApi.count.path, { headers: { cookie } });
    await answer.arrayBuffer();
    waits.push(performance.now() - asked);
    if (waits.length % 20 === 0 && (await countOf("reminders")) >= count) break;
    if (performance.now() - begin > MOST_PATIENCE_MS) throw new Error("Reminders never went out");
  }
  const seconds = (performance.now() - begin) / 1000;
  const many = count.toLocaleString("en");
  const p99 = percentile(waits, 0.99);
  return [
    figure(`Clients of ${many} due cases are reminded`, {
      value: seconds,
      unit: "s",
      most: FIVE_MINUTES,
    }),
    figure("A call meanwhile, p99", { value: p99, unit: "ms", most: 500 }),
  ];
}

async function home(fixtures: Fixtures, cases: number): Promise<Figure> {
  await fixtures.withCases(cases, 1);
  const who = await fixtures.session("client");
  const { id, caseId } = await buildCase({ assignedTo: [who], status: "bank_clearance" });
  await runtime.pool.query(
    `insert into checklist_decisions (case_id, title, category)
     select $1::int, 'Deed ' || n, 'other' from generate_series(1, ${PAPERS}) n`,
    [id],
  );
  await settle(["checklist_decisions"]);
  const path = homesApi.get.path.replace(":caseId", caseId);
  const what = `Home of a client, ${PAPERS} items, ${cases.toLocaleString("en")} cases`;
  return asked(fixtures, { who, path, what, most: 100 });
}

type Asked = { who: Session; path: string; what: string; most: number };

async function asked(fixtures: Fixtures, { who, path, what, most }: Asked): Promise<Figure> {
  const { origin } = await fixtures.portal();
  const headers = { cookie: who.cookie, "accept-encoding": "gzip, deflate, br, zstd" };
  const options = { url: origin + path, connections: 1, headers };
  await cannon({ ...options, amount: 5 });
  const { p50, p95 } = await cannon({ ...options, amount: CALLS });
  return figure(`${what}, p95`, {
    value: p95,
    unit: "ms",
    most,
    remark: `p50 ${p50.toFixed(0)} ms`,
  });
}

async function countOf(what: string): Promise<number> {
  const { rows } = await runtime.pool.query<{ count: number }>(
    `select count(*)::int as count from ${what}`,
  );
  return rows[0]?.count ?? 0;
}

async function untilZero(countLeft: () => Promise<number>): Promise<void> {
  const deadline = performance.now() + MOST_PATIENCE_MS;
  while ((await countLeft()) > 0) {
    if (performance.now() > deadline) throw new Error("It never came to an end");
    await wait(20);
  }
}
