/**
 * How a mail is sent: a row, written in the same transaction as the change that asks for it. Requests never wait for a
 * mail server (security.md 4.2), and a change that was rolled back mails nobody.
 */
import { and, eq, sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { seal } from "#server/core/sealed.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { mailOutbox, type MailOutboxRow } from "#server/database/tables/mail-outbox.ts";
import { users } from "#server/database/tables/users.ts";
import { deliverMail } from "./delivery.ts";
import { type Letter, type RenderedLetter, renderLetter } from "./letter.ts";
import { reportAddressOf } from "./reply-address.ts";
import { type DataOf, type TemplateName, templates } from "./templates.ts";

export type Recipient = { email: string; name?: string | null };

export type Mail<Name extends TemplateName> = {
  template: Name;
  to: Recipient;
  data: DataOf<Name>;
  /** A code or link that would arrive dead is not sent at all. */
  expiresAt?: string;
  /** Of a mail about a case: asked again before it goes. */
  about?: { userId: number; caseId: number | null };
  /** Instead of the address of the settings. */
  replyTo?: string;
  /** Beside those of every mail. */
  headers?: Readonly<Record<string, string>>;
  /** Mails with the same key that fall within a few minutes become one; their `count` is added up. */
  groupKey?: string;
};

/** So long a grouped mail waits for others. */
const GROUPING = "3 minutes";

export async function sendMail<Name extends TemplateName>(
  tx: Transaction,
  mail: Mail<Name>,
): Promise<void> {
  await sendMails(tx, [mail]);
}

/**
 * Three round trips, however many they are: what each needs is asked for together. No two may be of one group. Answers
 * the numbers of the mails; null for one that joined another.
 */
export async function sendMails<Name extends TemplateName>(
  tx: Transaction,
  mails: readonly Mail<Name>[],
): Promise<(number | null)[]> {
  const waiting = await Promise.all(mails.map((mail) => holdWaiting(tx, mail.groupKey)));
  const names = await Promise.all(mails.map(({ to }) => nameOf(tx, to)));
  const stored = await Promise.all(
    mails.map((mail, index) => {
      const joined = waiting[index];
      const name = names[index] ?? null;
      return joined ? join(tx, { mail, name, waiting: joined }) : store(tx, mail, name);
    }),
  );
  for (const row of stored) {
    if (row === null) continue;
    const { id: mailId, sendAfter, groupKey } = row;
    await deliverMail.enqueue(tx, { mailId }, groupKey === null ? {} : { startAfter: sendAfter });
  }
  return stored.map((row) => row?.id ?? null);
}

async function store<Name extends TemplateName>(
  tx: Transaction,
  mail: Mail<Name>,
  name: string | null,
) {
  const isGrouped = mail.groupKey !== undefined;
  const [row] = await tx
    .insert(mailOutbox)
    .values({
      toEmail: mail.to.email,
      toName: mail.to.name ?? null,
      template: mail.template,
      // Only what is counted has to be read again; codes and links stay sealed.
      data: isGrouped ? (mail.data as Record<string, unknown>) : {},
      ...render(mail, name),
      expiresAt: mail.expiresAt ?? null,
      groupKey: mail.groupKey ?? null,
      ...mail.about,
      replyTo: mail.replyTo ?? null,
      headers: mail.headers ? seal(JSON.stringify(mail.headers)) : null,
      ...(isGrouped ? { sendAfter: sql`now() + ${GROUPING}::interval` } : {}),
    })
    .returning({
      id: mailOutbox.id,
      sendAfter: mailOutbox.sendAfter,
      groupKey: mailOutbox.groupKey,
    });
  if (!row) throw new Error("The mail was not stored");
  const envelopeFrom = mail.about ? reportAddressOf(row.id) : null;
  if (envelopeFrom !== null)
    await tx.update(mailOutbox).set({ envelopeFrom }).where(eq(mailOutbox.id, row.id));
  return row;
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

type Waiting = Pick<MailOutboxRow, "id" | "data">;

/** Two first events at the same moment must not become two mails. */
async function holdWaiting(
  tx: Transaction,
  groupKey: string | undefined,
): Promise<Waiting | undefined> {
  if (groupKey === undefined) return undefined;
  const [, [waiting]] = await Promise.all([
    holdMails(tx, groupKey),
    tx
      .select({ id: mailOutbox.id, data: mailOutbox.data })
      .from(mailOutbox)
      .where(isWaiting(groupKey))
      .for("update")
      .limit(1),
  ]);
  return waiting;
}

type Joining<Name extends TemplateName> = {
  mail: Mail<Name>;
  name: string | null;
  waiting: Waiting;
};

async function join<Name extends TemplateName>(
  tx: Transaction,
  { mail, name, waiting }: Joining<Name>,
): Promise<null> {
  const data = { ...(mail.data as Record<string, unknown>) };
  if (typeof data["count"] === "number" && typeof waiting.data["count"] === "number") {
    data["count"] += waiting.data["count"];
  }
  await tx
    .update(mailOutbox)
    .set({ data, ...render({ ...mail, data: data as DataOf<Name> }, name) })
    .where(eq(mailOutbox.id, waiting.id));
  return null;
}

/** Not yet in the hands of a delivery. */
function isWaiting(groupKey: string) {
  return and(
    eq(mailOutbox.groupKey, groupKey),
    eq(mailOutbox.status, "pending"),
    eq(mailOutbox.attempts, 0),
  );
}

function render<Name extends TemplateName>(mail: Mail<Name>, name: string | null) {
  const letter = renderMail(mail, name);
  return { subject: letter.subject, text: seal(letter.text), html: seal(letter.html) };
}

/** What arrives, to the letter: for previews too. */
export function renderMail<Name extends TemplateName>(
  { template, data }: Pick<Mail<Name>, "template" | "data">,
  name: string | null,
): RenderedLetter {
  const write = templates[template] as (data: DataOf<Name>) => Letter;
  const { bureauName } = runtime.config;
  return renderLetter(write(data), { bureauName, name });
}

async function nameOf(tx: Transaction, { email, name }: Recipient): Promise<string | null> {
  if (name != null) return name;
  const [person] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return [person?.firstName, person?.lastName].filter(Boolean).join(" ") || null;
}
