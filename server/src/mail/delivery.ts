/**
 * Sends what the outbox holds. A mail server that is away costs nobody a request and no mail is forgotten: each row is
 * tried again for a day, by whichever portal is running (P6).
 */
import { and, eq, lt, sql } from "drizzle-orm";
import { maskText } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
import { unseal } from "#server/core/sealed.ts";
import { keyedHash } from "#server/core/secrets.ts";
import { caseMails, isCaseMail, mails } from "#server/core/service-meters.ts";
import { bureauName } from "#server/database/bureau.ts";
import type { Executor } from "#server/database/connection.ts";
import { mailOutbox, type MailOutboxRow } from "#server/database/tables/mail-outbox.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { AddressRefused } from "#server/integrations/mail/address-refused.ts";
import { mailCarrier } from "#server/integrations/mail/carrier.ts";
import type { OutgoingMail } from "#server/integrations/mail/mail-carrier.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { mailFates } from "./fates.ts";

/** Seconds until the next try, after the first, the second … */
const RETRY_AFTER = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800];
/**
 * A try belongs to one portal for this long; one that died in the middle is tried again by another, within six minutes
 * with what the sweep takes.
 */
const LEASE = "3 minutes";

export const deliverMail = defineJob<{ mailId: number }>(
  "mail.deliver",
  { concurrency: 4 },
  ({ mailId }) => deliver(mailId),
);

/** Picks up what a portal left behind when it was killed, or when the job queue was not there. */
export const sweepOutbox = defineJob(
  "mail.sweep",
  { schedule: "* * * * *", retryLimit: 1 },
  async () => {
    const left = await runtime.database
      .select({ mailId: mailOutbox.id })
      .from(mailOutbox)
      .where(
        and(
          eq(mailOutbox.status, "pending"),
          lt(mailOutbox.sendAfter, sql`now() - interval '1 minute'`),
        ),
      )
      .limit(1000);
    for (const { mailId } of left) await deliver(mailId);
  },
);

type Claimed = MailOutboxRow & { isDead: boolean };

async function deliver(mailId: number): Promise<void> {
  const row = await claim(mailId);
  if (row === null) return;
  if (row.isDead || !(await mailFates().isStillWanted(row))) {
    count(row, "expired");
    return finish(runtime.database, row, "expired");
  }
  try {
    await mailCarrier().carry(compose(row));
  } catch (error) {
    if (error instanceof AddressRefused) return refuse(row, error);
    return retryLater(row, error);
  }
  count(row, "sent");
  await finish(runtime.database, row, "sent");
  await inTransaction((tx) => mailFates().ended(tx, row, "sent"));
}

function count({ template }: MailOutboxRow, outcome: string): void {
  mails.add({ outcome });
  if (isCaseMail(template)) caseMails.add({ template, outcome });
}

/** There is no such address: trying again would find none either. */
async function refuse(row: MailOutboxRow, { code }: AddressRefused): Promise<void> {
  count(row, "failed");
  const facts = { mailId: row.id, template: row.template, code };
  runtime.log.warn(facts, "A mail was refused for its address");
  await inTransaction(async (tx) => {
    await finish(tx, row, "failed");
    await mailFates().ended(tx, row, { refused: code });
  });
}

/** Null: sent already, or somebody else is at it, or not due yet. */
async function claim(mailId: number): Promise<Claimed | null> {
  const [row] = await runtime.database
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      sendAfter: sql`now() + ${LEASE}::interval`,
    })
    .where(
      and(
        eq(mailOutbox.id, mailId),
        eq(mailOutbox.status, "pending"),
        // A job may be a moment early.
        sql`${mailOutbox.sendAfter} <= now() + interval '2 seconds'`,
      ),
    )
    .returning();
  if (!row) return null;
  return { ...row, isDead: row.expiresAt !== null && (await isPast(row.expiresAt)) };
}

async function isPast(moment: string): Promise<boolean> {
  const result = await runtime.database.execute<{ past: boolean }>(
    sql`select ${moment}::timestamptz <= now() as past`,
  );
  return result.rows[0]?.past ?? false;
}

/** What was written is not kept longer than it has to wait: it may hold a code or a link. */
async function finish(
  executor: Executor,
  { id }: MailOutboxRow,
  status: "sent" | "expired" | "failed",
): Promise<void> {
  await executor
    .update(mailOutbox)
    .set({
      status,
      text: "",
      html: null,
      headers: null,
      ...(status === "sent" ? { sentAt: sql`now()`, lastError: null } : {}),
    })
    .where(eq(mailOutbox.id, id));
}

async function retryLater(row: MailOutboxRow, error: unknown): Promise<void> {
  const reason = maskText(error instanceof Error ? error.message : String(error)).slice(0, 300);
  count(row, "failed");
  runtime.log.warn({ mailId: row.id, template: row.template, reason }, "A mail was not taken over");
  const seconds = RETRY_AFTER[row.attempts - 1];
  if (seconds === undefined) {
    count(row, "given_up");
    runtime.log.error({ mailId: row.id, template: row.template }, "A mail was given up");
    return inTransaction(async (tx) => {
      await finish(tx, row, "failed");
      await mailFates().ended(tx, row, "given_up");
    });
  }
  await inTransaction(async (tx) => {
    const [waiting] = await tx
      .update(mailOutbox)
      .set({ sendAfter: sql`now() + make_interval(secs => ${seconds})`, lastError: reason })
      .where(eq(mailOutbox.id, row.id))
      .returning({ sendAfter: mailOutbox.sendAfter });
    if (waiting)
      await deliverMail.enqueue(tx, { mailId: row.id }, { startAfter: waiting.sendAfter });
  });
}

function compose(row: MailOutboxRow): OutgoingMail {
  const mark = keyedHash("mail", `${row.id} ${row.createdAt}`).slice(0, 24);
  const head = headOf(`${row.id}.${mark}`);
  return {
    ...head,
    ...(row.replyTo === null ? {} : { replyTo: { name: bureauName(), address: row.replyTo } }),
    ...(row.envelopeFrom === null ? {} : { envelopeFrom: row.envelopeFrom }),
    ...(row.headers === null
      ? {}
      : { headers: JSON.parse(unseal(row.headers)) as Record<string, string> }),
    to: { name: row.toName ?? "", address: row.toEmail },
    subject: row.subject,
    text: unseal(row.text),
    html: unseal(row.html ?? ""),
  };
}

/** What every mail of the portal has in common. */
export function headOf(id: string): Pick<OutgoingMail, "messageId" | "from" | "replyTo"> {
  const { from, replyTo } = runtime.config.mail;
  const domain = from.address.split("@")[1] ?? "localhost";
  return {
    messageId: `<${id}@${domain}>`,
    from: named(from),
    ...(replyTo === null ? {} : { replyTo: named(replyTo) }),
  };
}

/** An address that was set without a name bears the bureau's, whatever that is today. */
function named({ name, address }: { name: string; address: string }) {
  return { name: name === runtime.config.bureauName ? bureauName() : name, address };
}
