/** Mails about cases in a test: those that are due are written, and read as they will arrive. */
import { asc, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { unseal } from "#server/core/sealed.ts";
import { mailOutbox, type MailOutboxRow } from "#server/database/tables/mail-outbox.ts";
import { runDueJobs } from "./jobs.ts";
import type { TestApp } from "./test-app.ts";

const MINUTE_MS = 60_000;

/** Five minutes later. */
export async function passFiveMinutes(portal: TestApp): Promise<void> {
  await runDueJobs("notifications.tell");
  portal.clock.advance(5 * MINUTE_MS);
  await runDueJobs("notifications.mail", { andLater: true });
}

export type CaseMail = MailOutboxRow & { sent: { headers: Record<string, string> } };

/** Oldest first. */
export async function caseMailsTo(person: { id: number }): Promise<CaseMail[]> {
  const rows = await runtime.database
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.userId, person.id))
    .orderBy(asc(mailOutbox.id));
  return rows.map((row) => ({
    ...row,
    text: row.text === "" ? "" : unseal(row.text),
    sent: { headers: row.headers === null ? {} : (JSON.parse(unseal(row.headers)) as {}) },
  }));
}

/** Without greeting, closing and the bureau's name. */
export function bodyOf({ text }: { text: string }): string[] {
  return text
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .slice(1, -2);
}
