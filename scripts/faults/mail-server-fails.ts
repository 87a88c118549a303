/** The mail server fails in every way while mails are waiting and people sign in (row 10). */
import { setTimeout as pause } from "node:timers/promises";
import { Accounts } from "e2e/support/accounts.ts";
import { inTransaction } from "server/src/database/transaction.ts";
import { sendMail } from "server/src/mail/outbox.ts";
import { half, leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import { type MailMood, MoodyMailServer } from "./moody-mail-server.ts";
import { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";
import { passPause, untilQuiet } from "./waiting-jobs.ts";

const MAILS = 1000;
/** One of so many holds a code that dies while the server is away. */
const DYING_EVERY = 20;
const DYING_AFTER_MS = 2000;
const SIGN_INS = 10;
const TWICE_MOST = 0.01;
/** Half a second is promised; a machine that is busy with being tested gets more. */
const SIGN_IN_MOST_MS = 5000;
const QUEUE = "mail.deliver";

/** One after the other; the last lets everything through. */
const moods: readonly MailMood[] = [
  ...(["hangs up", "defers", "refuses", "is full", "takes and hangs up"] as const),
  "is slow",
];

export const mailServerFails: FaultTest = {
  row: 10,
  what: "mail server down, refusing, full, slow, or hanging up with a mail taken",
  run: async (trial) => {
    const finding = newFinding();
    const count = scaled(MAILS, trial);
    const server = await MoodyMailServer.listen();
    const ground = await ProvingGround.open({ SMTP_URL: server.url });
    try {
      await server.become("down");
      await ground.behind(async () => {
        const signIns = await signInOften(ground.origin, finding);
        for (let number = 1; number <= count; number += 1) await writeMail(number);
        finding.inputs = count;
        finding.acknowledged = count;
        await untilQuiet(QUEUE);
        await pause(DYING_AFTER_MS);
        for (const mood of moods) {
          finding.faults += await countWaiting();
          await server.become(mood);
          await passPause(
            QUEUE,
            "update mail_outbox set send_after = now() where status = 'pending'",
          );
          await untilQuiet(QUEUE);
        }
        const again = await requireDelivery(server, count, finding);
        finding.remark = `sign-in with the server down: slowest ${signIns.toFixed(0)} ms; ${again} came again, as the same mail, after a line that broke`;
      });
    } finally {
      await ground.close();
      await server.close();
    }
    return finding;
  },
};

const isDying = (number: number) => number % DYING_EVERY === 0;
const addressOf = (number: number) => `reader-${number}@family.example`;

async function writeMail(number: number): Promise<void> {
  const expiresAt = new Date(Date.now() + DYING_AFTER_MS).toISOString();
  await inTransaction((tx) =>
    sendMail(tx, {
      template: "resetLink",
      to: { email: addressOf(number) },
      data: { url: `http://portal.test/reset-password?token=${number}` },
      ...(isDying(number) ? { expiresAt } : {}),
    }),
  );
}

/** Answers the slowest of them. */
async function signInOften(origin: string, finding: Finding): Promise<number> {
  const accounts = new Accounts(origin);
  let slowest = 0;
  for (let made = 0; made < SIGN_INS; made += 1) {
    const { id, email, password } = await accounts.create("client");
    const stranger = new Person({ id, origin, sid: "" });
    await stranger.credentials();
    const call = { method: "POST", path: "/api/login", body: { email, password } };
    const { status, text, milliseconds } = await stranger.send(call);
    if (status !== 200) finding.problems.push(`signing in was answered ${status} ${text}`);
    slowest = Math.max(slowest, milliseconds);
  }
  if (slowest > SIGN_IN_MOST_MS)
    finding.problems.push(
      `signing in took ${slowest.toFixed(0)} ms while the mail server was down`,
    );
  return slowest;
}

async function countWaiting(): Promise<number> {
  const [row] = await ask<{ count: number }>(
    sql`select count(*)::int as count from mail_outbox where status = 'pending'`,
  );
  return row?.count ?? 0;
}

/** Answers how many mails a recipient has got again because nobody had heard that he has it. */
async function requireDelivery(
  server: MoodyMailServer,
  count: number,
  finding: Finding,
): Promise<number> {
  let twice = 0;
  let again = 0;
  for (let number = 1; number <= count; number += 1) {
    const post = server.posts.get(addressOf(number));
    if (isDying(number)) {
      if (post !== undefined) leaked(finding, 1, "expired code was sent late");
      continue;
    }
    if (post === undefined || post.answered === 0) {
      finding.lost += 1;
      finding.problems.push(`mail ${number} was never delivered`);
      continue;
    }
    if (post.identities.size > 1) half(finding, `mail ${number} came as two different mails`);
    if (post.answered > 1) twice += 1;
    if (post.unanswered > 0) again += 1;
  }
  if (twice > count * TWICE_MOST) half(finding, `${twice} of ${count} mails were sent twice`);
  const waiting = await countWaiting();
  if (waiting > 0) leaked(finding, waiting, "mails still wait");
  return again;
}
