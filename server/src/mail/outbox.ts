/**
 * How a mail is sent: a row, written in the same transaction as the change that asks for it. Requests never wait for a
 * mail server (security.md 4.2), and a change that was rolled back mails nobody.
 */
import { eq, sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { seal } from "#server/core/sealed.ts";
import { bureauName, bureauRow } from "#server/database/bureau.ts";
import type { Transaction } from "#server/database/connection.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
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
};

export async function sendMail<Name extends TemplateName>(
  tx: Transaction,
  mail: Mail<Name>,
): Promise<void> {
  await sendMails(tx, [mail]);
}

/** Three round trips, however many they are: what each needs is asked for together. Answers the numbers of the mails. */
export async function sendMails<Name extends TemplateName>(
  tx: Transaction,
  mails: readonly Mail<Name>[],
): Promise<number[]> {
  const names = await Promise.all(mails.map(({ to }) => nameOf(tx, to)));
  const ids = await Promise.all(mails.map((mail, index) => store(tx, mail, names[index] ?? null)));
  for (const mailId of ids) await deliverMail.enqueue(tx, { mailId });
  return ids;
}

async function store<Name extends TemplateName>(
  tx: Transaction,
  mail: Mail<Name>,
  name: string | null,
): Promise<number> {
  const [row] = await tx
    .insert(mailOutbox)
    .values({
      toEmail: mail.to.email,
      toName: mail.to.name ?? null,
      template: mail.template,
      ...render(mail, name),
      expiresAt: mail.expiresAt ?? null,
      ...mail.about,
      replyTo: mail.replyTo ?? null,
      headers: mail.headers ? seal(JSON.stringify(mail.headers)) : null,
    })
    .returning({ id: mailOutbox.id });
  if (!row) throw new Error("The mail was not stored");
  const envelopeFrom = mail.about ? reportAddressOf(row.id) : null;
  if (envelopeFrom !== null)
    await tx.update(mailOutbox).set({ envelopeFrom }).where(eq(mailOutbox.id, row.id));
  return row.id;
}

function render<Name extends TemplateName>(mail: Mail<Name>, name: string | null) {
  const letter = renderMail(mail, name);
  return { subject: letter.subject, text: seal(letter.text), html: seal(letter.html) };
}

/** About cases: where names stay in the portal, they greet nobody by his (W-MAI-015). */
const aboutCases: ReadonlySet<TemplateName> = new Set([
  "news",
  "digest",
  "reminder",
  "replyRefused",
  "replyFiles",
  "mailboxAway",
]);

/** What arrives, to the letter: for previews too. */
export function renderMail<Name extends TemplateName>(
  { template, data }: Pick<Mail<Name>, "template" | "data">,
  name: string | null,
): RenderedLetter {
  const write = templates[template] as (data: DataOf<Name>) => Letter;
  const staysInside = aboutCases.has(template) && runtime.config.mailContent === "reference";
  return renderLetter(write(data), {
    bureauName: bureauName(),
    foot: bureauRow().letterFoot,
    name: staysInside ? null : name,
  });
}

async function nameOf(tx: Transaction, { email, name }: Recipient): Promise<string | null> {
  if (name != null) return name;
  const [person] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return [person?.firstName, person?.lastName].filter(Boolean).join(" ") || null;
}
