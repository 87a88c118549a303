/** Reads what the portal has written to people, as long as it waits to be sent. */
import { asc, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { unseal } from "#server/core/sealed.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";

export type TestMail = { template: string; subject: string; text: string; html: string };

/** Oldest first. */
export async function mailsTo(email: string): Promise<TestMail[]> {
  const rows = await runtime.database
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.toEmail, email))
    .orderBy(asc(mailOutbox.id));
  return rows.map((row) => ({
    template: row.template,
    subject: row.subject,
    text: row.text === "" ? "" : unseal(row.text),
    html: row.html === null ? "" : unseal(row.html),
  }));
}

export async function lastMailTo(email: string): Promise<TestMail> {
  const mail = (await mailsTo(email)).at(-1);
  if (!mail) throw new Error(`There is no mail to ${email}`);
  return mail;
}

export function codeIn(mail: TestMail): string {
  const code = /^\d{6}$/m.exec(mail.text)?.[0];
  if (code === undefined) throw new Error(`There is no code in: ${mail.text}`);
  return code;
}

export function tokenIn(mail: TestMail): string {
  const token = /\?token=([\w-]+)$/m.exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`There is no link in: ${mail.text}`);
  return token;
}
