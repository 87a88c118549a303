/**
 * How a mail is sent: a row, written in the same transaction as the change that asks for it. Requests never wait for a
 * mail server (security.md 4.2), and a change that was rolled back mails nobody.
 */
import { and, eq, sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { seal } from "#server/core/sealed.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { users } from "#server/database/tables/users.ts";
import { deliverMail } from "./delivery.ts";
import { type Letter, renderLetter } from "./letter.ts";
import { type DataOf, type TemplateName, templates } from "./templates.ts";

export type Recipient = { email: string; name?: string | null };

export type Mail<Name extends TemplateName> = {
  template: Name;
  to: Recipient;
  data: DataOf<Name>;
  /** A code or link that would arrive dead is not sent at all. */
  expiresAt?: string;
  /** Mails with the same key that fall within a few minutes become one; their `count` is added up. */
  groupKey?: string;
};

/** So long a grouped mail waits for others. */
const GROUPING = "3 minutes";

export async function sendMail<Name extends TemplateName>(
  tx: Transaction,
  mail: Mail<Name>,
): Promise<void> {
  if (mail.groupKey !== undefined && (await joinWaiting(tx, mail, mail.groupKey))) return;
  const isGrouped = mail.groupKey !== undefined;
  const [row] = await tx
    .insert(mailOutbox)
    .values({
      toEmail: mail.to.email,
      toName: mail.to.name ?? null,
      template: mail.template,
      // Only what is counted has to be read again; codes and links stay sealed.
      data: isGrouped ? (mail.data as Record<string, unknown>) : {},
      ...(await render(tx, mail)),
      expiresAt: mail.expiresAt ?? null,
      groupKey: mail.groupKey ?? null,
      ...(isGrouped ? { sendAfter: sql`now() + ${GROUPING}::interval` } : {}),
    })
    .returning({ id: mailOutbox.id, sendAfter: mailOutbox.sendAfter });
  if (!row) throw new Error("The mail was not stored");
  await deliverMail.enqueue(tx, { mailId: row.id }, isGrouped ? { startAfter: row.sendAfter } : {});
}

/** Nothing of this group is sent or joined until the transaction ends. */
export async function holdMails(tx: Transaction, groupKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${groupKey}`}, 0))`);
}

/** What somebody has read meanwhile needs no mail. */
export async function withdrawMails(
  executor: Executor,
  groupKeys: readonly string[],
): Promise<void> {
  for (const groupKey of groupKeys) await executor.delete(mailOutbox).where(isWaiting(groupKey));
}

async function joinWaiting<Name extends TemplateName>(
  tx: Transaction,
  mail: Mail<Name>,
  groupKey: string,
): Promise<boolean> {
  // Two first events at the same moment must not become two mails.
  await holdMails(tx, groupKey);
  const [waiting] = await tx
    .select({ id: mailOutbox.id, data: mailOutbox.data })
    .from(mailOutbox)
    .where(isWaiting(groupKey))
    .for("update")
    .limit(1);
  if (!waiting) return false;
  const data = { ...(mail.data as Record<string, unknown>) };
  if (typeof data["count"] === "number" && typeof waiting.data["count"] === "number") {
    data["count"] += waiting.data["count"];
  }
  await tx
    .update(mailOutbox)
    .set({ data, ...(await render(tx, { ...mail, data: data as DataOf<Name> })) })
    .where(eq(mailOutbox.id, waiting.id));
  return true;
}

/** Not yet in the hands of a delivery. */
function isWaiting(groupKey: string) {
  return and(
    eq(mailOutbox.groupKey, groupKey),
    eq(mailOutbox.status, "pending"),
    eq(mailOutbox.attempts, 0),
  );
}

async function render<Name extends TemplateName>(tx: Transaction, mail: Mail<Name>) {
  const write = templates[mail.template] as (data: DataOf<Name>) => Letter;
  const { bureauName } = runtime.config;
  const name = mail.to.name ?? (await nameOf(tx, mail.to.email));
  const letter = renderLetter(write(mail.data), { bureauName, name });
  return { subject: letter.subject, text: seal(letter.text), html: seal(letter.html) };
}

async function nameOf(tx: Transaction, email: string): Promise<string | null> {
  const [person] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return [person?.firstName, person?.lastName].filter(Boolean).join(" ") || null;
}
