import { and, eq, isNull, or } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { users } from "#server/database/tables/users.ts";
import type { WebhookLogRow } from "#server/database/tables/webhook-logs.ts";
import { spend } from "#server/database/token-buckets.ts";
import { sendMail } from "#server/mail/outbox.ts";

/** A service that is gone loses many messages; one mail a day says so. */
const NOTICES = { most: 1, seconds: 86_400 };

/** A message was given up: somebody has to look, and may send it again from the log (security.md 6.1). */
export async function tellAdminsOfFailure(tx: Transaction, row: WebhookLogRow): Promise<void> {
  runtime.log.error({ webhookLogId: row.id, type: row.type }, "a webhook was given up");
  const { isOver } = await spend(`webhook-failure:${row.type}`, NOTICES);
  if (isOver) return;
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(or(eq(users.isAdmin, true), eq(users.role, "admin")), isNull(users.disabledAt)));
  const data = { type: row.type, reason: row.errorMessage ?? "", attempts: row.attemptCount };
  for (const { email } of admins) {
    await sendMail(tx, { template: "webhookFailed", to: { email }, data });
  }
}
