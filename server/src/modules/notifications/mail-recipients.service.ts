/** Whether mails about cases reach somebody, as far as other modules ask. */
import { and, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import type { Executor } from "#server/database/connection.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";

/** Of the person whose number this is. */
export function mailsFail(userId: SQL): SQL<boolean> {
  return sql<boolean>`exists (
    select from mail_recipients r where r.user_id = ${userId} and r.undeliverable_at is not null)`;
}

/** False: nothing had failed. Another address, an admin's word or an answer of the person: mails are tried again. */
export async function forgetFailures(executor: Executor, userId: number): Promise<boolean> {
  const cleared = await executor
    .update(mailRecipients)
    .set({ undeliverableAt: null, undeliverableCode: null, failures: 0 })
    .where(and(eq(mailRecipients.userId, userId), isNotNull(mailRecipients.undeliverableAt)))
    .returning({ userId: mailRecipients.userId });
  return cleared.length > 0;
}
