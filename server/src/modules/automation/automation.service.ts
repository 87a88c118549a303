/** What the automation service was told. */
import { desc, eq } from "drizzle-orm";
import { WEBHOOK_LOG_LIMIT, type WebhookLog } from "contract/automation";
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound, wrongState } from "#server/core/errors.ts";
import { maskUrl } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
import { webhookLogs, type WebhookLogRow } from "#server/database/tables/webhook-logs.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { assertMayResend, seesDetails, visibleLogs } from "./automation.policy.ts";
import { deliverWebhook } from "./webhook-delivery.ts";
import { announceLog } from "./webhook-log.ts";

/** Newest first (S-49). */
export async function listLogs(
  actor: SignedInActor,
  limit: number = WEBHOOK_LOG_LIMIT,
): Promise<WebhookLog[]> {
  const rows = await runtime.database
    .select()
    .from(webhookLogs)
    .where(visibleLogs(actor))
    .orderBy(desc(webhookLogs.createdAt), desc(webhookLogs.id))
    .limit(Math.min(limit, WEBHOOK_LOG_LIMIT));
  return rows.map((row) => present(actor, row));
}

/** Once more, under the same message id, so that the receiver knows what it has seen already. */
export async function resend(actor: SignedInActor, logId: number): Promise<void> {
  assertMayResend(actor);
  await inTransaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(webhookLogs)
      .where(eq(webhookLogs.id, logId))
      .for("update");
    if (!row) throw notFound("log");
    const url = runtime.config.webhooks.urls[row.type];
    if (url === null) throw wrongState("No address is configured for this type");
    if (Object.keys(row.payload).length === 0) {
      throw wrongState("This message is too old to be sent again");
    }
    await tx
      .update(webhookLogs)
      .set({
        status: "retrying",
        webhookUrl: maskUrl(url),
        nextAttemptAt: runtime.clock.now().toISOString(),
      })
      .where(eq(webhookLogs.id, logId));
    await deliverWebhook.enqueue(tx, { logId });
    await announceLog(tx, row);
  });
}

function present(actor: SignedInActor, row: WebhookLogRow): WebhookLog {
  return seesDetails(actor) ? row : { ...row, webhookUrl: null, errorMessage: null };
}
