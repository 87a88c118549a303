/**
 * One mail of the mailbox, from its head to what becomes of it. Whatever it changes is one transaction with the row that
 * remembers it, so that a mail which is found again, after a crash or in another folder, changes nothing more.
 */
import { eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { mailedReplies } from "#server/core/service-meters.ts";
import { bureauName } from "#server/database/bureau.ts";
import { replies } from "#server/database/tables/replies.ts";
import { LimitReached, TaskFailed } from "#server/jobs/worker.ts";
import { takeReport } from "./bounces.service.ts";
import { type Arrived, judgeHead, type Judgement, MOST_BYTES } from "./judge-head.ts";
import { readHead } from "./mail-headers.ts";
import { postAnswer } from "./post-answer.service.ts";
import { readApart } from "./read-apart.ts";
import type { ReadMail } from "./read-mail.ts";
import { type MailOutcome, settle } from "./settle.service.ts";

export type WaitingMail = {
  size: number;
  receivedAt: Date;
  readHead(): Promise<Buffer>;
  readWhole(): Promise<Buffer>;
};

/** Throws for faults of ours: then it is tried again. */
export async function takeMail(mail: WaitingMail): Promise<MailOutcome> {
  const outcome = await take(mail);
  mailedReplies.add({ outcome });
  return outcome;
}

/** After the last try: remembered, and answered if it can be told to whom. */
export async function giveUpMail(mail: WaitingMail): Promise<void> {
  const { arrived, judgement } = await look(mail);
  const outcome = await settle(arrived, { ...judgement, outcome: "failed" });
  mailedReplies.add({ outcome });
}

async function take(mail: WaitingMail): Promise<MailOutcome> {
  const { arrived, judgement } = await look(mail);
  if (await isKnown(arrived)) return "duplicate";
  const { outcome, user, caseId } = judgement;
  if (outcome !== null && outcome !== "bounce") return settle(arrived, { ...judgement, outcome });
  const read = arrived.size > MOST_BYTES ? null : await readBody(mail);
  if (outcome === "bounce") {
    return settle(arrived, { ...judgement, outcome }, (tx) =>
      takeReport(tx, { mailId: judgement.mailId, report: read?.report ?? null }),
    );
  }
  if (read === null || user === null || caseId === null)
    return settle(arrived, { ...judgement, outcome: "failed" });
  return postAnswer({ read, user, caseId, arrived }, (judged, change) =>
    settle(arrived, { ...judgement, outcome: judged }, change),
  );
}

async function look(mail: WaitingMail): Promise<{ arrived: Arrived; judgement: Judgement }> {
  const { mailbox } = runtime.config;
  if (mailbox === null) throw new Error("No mailbox is set");
  const { size, receivedAt } = mail;
  const arrived = { head: await readHead(await mail.readHead()), size, receivedAt };
  return { arrived, judgement: await judgeHead(arrived, mailbox) };
}

/** Null for a mail that wants more than it may have: another try would end in the same way. */
async function readBody(mail: WaitingMail): Promise<ReadMail | null> {
  const {
    mail: { from },
    mailbox,
  } = runtime.config;
  const { local = "", domain = "" } = mailbox?.address ?? {};
  const own = [bureauName(), from.address, `${local}+`, `${local}@${domain}`];
  const source = await mail.readWhole();
  try {
    return await readApart({ source, own: own.map((name) => name.toLowerCase()) });
  } catch (error) {
    if (!(error instanceof LimitReached || error instanceof TaskFailed)) throw error;
    runtime.log.warn({ error }, "a mail could not be read");
    return null;
  }
}

async function isKnown({ head }: Arrived): Promise<boolean> {
  const known = await runtime.database.$count(replies, eq(replies.messageHash, head.hash));
  return known > 0;
}
