/** The automation service is down or fails in many ways while it is told what happens; time is pushed on (row 11). */
import { half, leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import { MoodyReceiver, receiverMoods } from "./moody-receiver.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";
import { passPause, untilQuiet } from "./waiting-jobs.ts";

const EVENTS = 1000;
/** Beside the first try, with nobody listening, and the last, which succeeds: fewer than a message is given. */
const MOODY_ROUNDS = 6;
/** Each silence takes fifteen seconds. */
const SILENCES = 20;
const QUEUE = "webhook.deliver";
const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;
/** security.md 6.1, with a fifth more or less; the answer may take its time. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR];
const JITTER = 0.2;
const ANSWER_MOST_SECONDS = 20;

export const automationFails: FaultTest = {
  row: 11,
  what: "automation service down, failing, redirecting, silent, or hanging up",
  run: async (trial) => {
    const finding = newFinding();
    const receiver = new MoodyReceiver();
    await receiver.open(() => "well");
    const ground = await ProvingGround.open({
      ALLOW_LOOPBACK_WEBHOOK: "on",
      WEBHOOK_URL_CASE_CREATION: receiver.url,
    });
    try {
      await receiver.close();
      await ground.behind(async () => {
        const admin = (await ground.people("admin"))[0] as Person;
        const told: number[] = [];
        for (let left = scaled(EVENTS, trial); left > 0; left -= 1)
          told.push(await createCase(admin, finding));
        await untilQuiet(QUEUE);
        const random = trial.random.fork();
        let silences = scaled(SILENCES, trial);
        for (let round = 0; round < MOODY_ROUNDS; round += 1) {
          await receiver.open(() => {
            const mood = random.pick(receiverMoods);
            if (mood !== "well") finding.faults += 1;
            if (mood === "hangs" && (silences -= 1) < 0) return "hangs up";
            return mood;
          });
          await nextTry(finding);
        }
        await receiver.open(() => "well");
        await nextTry(finding);
        await requireDelivery(receiver, told, finding);
      });
    } finally {
      await ground.close();
      await receiver.close();
    }
    return finding;
  },
};

async function createCase(admin: Person, finding: Finding): Promise<number> {
  finding.inputs += 1;
  const title = `Told ${finding.inputs}`;
  const about = { nationality: "Emirati", citizenshipProgram: "vanuatu", gender: "Mr." };
  const call = { method: "POST", path: "/api/cases", body: { title, ...about } };
  const { status, body, text } = await admin.send(call);
  if (status !== 201) throw new Error(`A case was answered ${status} ${text}`);
  finding.acknowledged += 1;
  // The first try finds nobody.
  finding.faults += 1;
  return (body as { id: number }).id;
}

async function nextTry(finding: Finding): Promise<void> {
  await requireSchedule(finding);
  await passPause(
    QUEUE,
    "update webhook_logs set next_attempt_at = now() where status = 'retrying'",
  );
  await untilQuiet(QUEUE);
}

type Waiting = { id: number; attempts: number; seconds: number };

async function requireSchedule(finding: Finding): Promise<void> {
  const waiting = await ask<Waiting>(sql`select id, attempt_count as attempts,
      extract(epoch from next_attempt_at - last_attempt_at)::float as seconds
    from webhook_logs where status = 'retrying'`);
  for (const { id, attempts, seconds } of waiting) {
    const pause = PAUSES[attempts - 1] ?? 0;
    const isOnTime =
      seconds >= pause * (1 - JITTER) && seconds <= pause * (1 + JITTER) + ANSWER_MOST_SECONDS;
    if (!isOnTime)
      finding.problems.push(`message ${id} waits ${seconds} s after attempt ${attempts}`);
  }
}

async function requireDelivery(
  receiver: MoodyReceiver,
  told: readonly number[],
  finding: Finding,
): Promise<void> {
  for (const id of told) {
    const ids = receiver.effects.get(id)?.size ?? 0;
    if (ids === 0) {
      finding.lost += 1;
      finding.problems.push(`nobody was told of case ${id}`);
    }
    if (ids > 1) half(finding, `case ${id} was told under ${ids} webhook ids`);
  }
  if (receiver.effects.size > told.length) half(finding, "something was told that never happened");
  if (receiver.strays > 0) leaked(finding, receiver.strays, "redirections were followed");
  const [row] = await ask<{ count: number }>(
    sql`select count(*)::int as count from webhook_logs where status <> 'success'`,
  );
  if ((row?.count ?? 0) > 0) leaked(finding, row?.count ?? 0, "messages still wait");
}
