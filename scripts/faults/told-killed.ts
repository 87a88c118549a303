/** Portals that end while they tell people of messages, or remind them: nobody misses anything, nobody hears it twice (row 1). */
import { setTimeout as pause } from "node:timers/promises";
import { runtime } from "server/src/core/runtime.ts";
import { inTransaction } from "server/src/database/transaction.ts";
import { sendJob } from "server/src/modules/reminders/reminders.jobs.ts";
import { buildDueCases } from "server/testing/due-cases.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { findFreePort, type PortalProcess } from "#scripts/bench/portal-process.ts";
import { half } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled, type Trial } from "./fault.ts";
import { startPortal } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";
import { type Stage, withAdmin } from "./with-admin.ts";

const MESSAGES = 100;
const RECEIVERS = 20;
const KILLS = 10;
const TOLD_WITHIN_MS = 120_000;
const DUE_CASES = 1000;
const REMINDED_WITHIN_MS = 900_000;

export const toldKilled: FaultTest = {
  row: 1,
  what: `kill -9 while ${MESSAGES} messages are told to ${RECEIVERS} people`,
  run: async (trial) => {
    const finding = newFinding();
    await withAdmin(finding, (stage) => tellAndKill(stage, { trial, finding }));
    return finding;
  },
};

export const remindersKilled: FaultTest = {
  row: 1,
  what: "kill -9 of one of two portals that send reminders",
  run: async (trial) => {
    const finding = newFinding();
    const settings = { BUREAU_ZONE: zoneAtWork() };
    const remind = (stage: Stage) => remindAndKill(stage, { trial, finding, settings });
    await withAdmin(finding, remind, settings);
    return finding;
  },
};

type Wish = { trial: Trial; finding: Finding; settings?: Record<string, string> };

async function tellAndKill({ ground, admin }: Stage, { trial, finding }: Wish): Promise<void> {
  const people = await Promise.all(Array.from({ length: RECEIVERS }, () => buildUser()));
  const caseFile = await buildCase({ createdBy: admin.id, assignedTo: people });
  const messages = scaled(MESSAGES, trial);
  const kills = Math.min(messages, scaled(KILLS, trial));
  let other = await startOther(ground.directory);
  for (let said = 1; said <= messages; said += 1) {
    const path = `/api/cases/${caseFile.id}/comments`;
    const body = { message: `told-${said}` };
    const { status } = await admin.send({ method: "POST", path, body });
    if (status >= 300) throw new Error(`A message was answered ${status}`);
    finding.acknowledged += 1;
    if (said % Math.ceil(messages / kills) !== 0) continue;
    await pause(trial.random.integer(0, 60));
    await other.kill();
    finding.faults += 1;
    other = await startOther(ground.directory);
  }
  finding.inputs = messages;
  const since = performance.now();
  const missing = await untilNone(TOLD_WITHIN_MS, async () => {
    const rows = await ask<{ told: number }>(sql`
      select sum(count)::int as told from notifications
      where case_id = ${caseFile.id} and user_id = any(${people.map(({ id }) => id)}::int[]) group by user_id`);
    for (const { told } of rows)
      if (told > messages) half(finding, `somebody was told of ${told} messages of ${messages}`);
    return RECEIVERS * messages - rows.reduce((sum, { told }) => sum + told, 0);
  });
  await other.stop();
  finding.remark = `all told after ${((performance.now() - since) / 1000).toFixed(0)} s`;
  if (missing <= 0) return;
  finding.lost += missing;
  finding.problems.push(`${missing} messages were not told`);
}

async function remindAndKill({ ground }: Stage, { trial, finding, settings }: Wish): Promise<void> {
  const count = scaled(DUE_CASES, trial);
  await runtime.pool.query(
    "update reminder_schedules set is_on = true, hour = 6, working_days = '{1,2,3,4,5,6,7}'",
  );
  await buildDueCases(count);
  finding.inputs = count;
  finding.acknowledged = count;
  const other = await startOther(ground.directory, settings);
  await inTransaction(async (tx) => {
    await sendJob.enqueue(tx, {});
    await sendJob.enqueue(tx, {});
  });
  const enough = count * (1 - trial.random.integer(10, 60) / 100);
  await untilNone(REMINDED_WITHIN_MS, async () => Math.max(0, (await countWaiting()) - enough));
  await other.kill();
  finding.faults += 1;
  const since = performance.now();
  // As the next quarter of an hour does.
  await inTransaction((tx) => sendJob.enqueue(tx, {}));
  const missing = await untilNone(REMINDED_WITHIN_MS, countWaiting);
  finding.remark = `the rest after ${((performance.now() - since) / 1000).toFixed(0)} s`;
  if (missing > 0) {
    finding.lost += missing;
    finding.problems.push(`${missing} clients were not reminded`);
  }
  const twice = await ask(sql`
    select to_email from mail_outbox where template = 'reminder' group by to_email having count(*) > 1`);
  for (const _client of twice) half(finding, "a client was reminded twice");
}

async function countWaiting(): Promise<number> {
  const [row] = await ask<{ count: number }>(sql`
    select count(*)::int as count from users u where u.email like 'due-%'
      and not exists (select from mail_outbox m where m.to_email = u.email and m.template = 'reminder')`);
  return row?.count ?? 0;
}

async function startOther(
  directory: string,
  settings: Record<string, string> = {},
): Promise<PortalProcess> {
  return startPortal(directory, { port: await findFreePort(), settings });
}

/** Answers what is left when the time is over. */
async function untilNone(withinMs: number, countLeft: () => Promise<number>): Promise<number> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const left = await countLeft();
    if (left <= 0 || performance.now() > deadline) return left;
    await pause(50);
  }
}

/** Where it is eleven in the morning. */
function zoneAtWork(): string {
  const ahead = 11 - new Date().getUTCHours();
  return ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}
