/** Addresses that mails do not reach (work/notifications.md 6.4). */
import { eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/connection.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";

export async function markUndeliverable(
  tx: Transaction,
  { userId, code }: { userId: number; code: string },
): Promise<void> {
  const failing = { undeliverableAt: sql`now()`, undeliverableCode: code };
  await tx
    .insert(mailRecipients)
    .values({ userId, ...failing })
    .onConflictDoUpdate({
      target: mailRecipients.userId,
      set: failing,
      setWhere: isNull(mailRecipients.undeliverableAt),
    });
}

export async function clearUndeliverable(tx: Transaction, userId: number): Promise<void> {
  await tx
    .update(mailRecipients)
    .set({ undeliverableAt: null, undeliverableCode: null, failures: 0 })
    .where(eq(mailRecipients.userId, userId));
}
