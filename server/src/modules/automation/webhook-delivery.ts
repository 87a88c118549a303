/**
 * Delivers the messages of the outbox. An attempt begins by taking the row for a minute, so that two portals never send
 * the same one at once, and one that dies with its portal is taken up again.
 */
import { and, eq, lte, sql } from "drizzle-orm";
import { webhookMessages } from "contract/webhook-messages";
import { maskUrl } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
import { webhooks } from "#server/core/service-meters.ts";
import { webhookLogs, type WebhookLogRow } from "#server/database/tables/webhook-logs.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { type Attempt, sendWebhook } from "#server/integrations/webhooks/send-webhook.ts";
import { signedHeaders } from "#server/integrations/webhooks/signature.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { tellAdminsOfFailure } from "./failure-notice.ts";
import { nextAttemptAt } from "./retry-schedule.ts";
import { announceLog } from "./webhook-log.ts";

/** Longer than an attempt can last. */
const LEASE_MS = 60_000;
/** The clocks of portal and database may differ a little. */
const TOLERANCE_MS = 1000;
const OVERDUE_MS = 60_000;
const MOST_AT_ONCE = 500;
const KEPT_ANSWER = 2000;

export const deliverWebhook = defineJob<{ logId: number }>(
  "webhook.deliver",
  { concurrency: 4, expireInSeconds: 60 },
  ({ logId }) => deliver(logId),
);

/** Every message has a job of its own; this finds those whose job was lost, for example by a restored backup. */
defineJob("webhook.deliverOverdue", { schedule: "* * * * *", retryLimit: 0 }, enqueueOverdue);

/** Nothing happens when it is not due, or when somebody else is at it. */
export async function deliver(logId: number): Promise<void> {
  const row = await take(logId);
  if (row) await settle(row, await attempt(row));
}

export async function enqueueOverdue(): Promise<void> {
  const limit = new Date(runtime.clock.now().getTime() - OVERDUE_MS).toISOString();
  await inTransaction(async (tx) => {
    const rows = await tx
      .select({ id: webhookLogs.id })
      .from(webhookLogs)
      .where(and(eq(webhookLogs.status, "retrying"), lte(webhookLogs.nextAttemptAt, limit)))
      .orderBy(webhookLogs.nextAttemptAt)
      .limit(MOST_AT_ONCE);
    for (const { id } of rows) await deliverWebhook.enqueue(tx, { logId: id });
  });
}

async function take(logId: number): Promise<WebhookLogRow | undefined> {
  const now = runtime.clock.now();
  const [row] = await runtime.database
    .update(webhookLogs)
    .set({
      attemptCount: sql`${webhookLogs.attemptCount} + (${webhookLogs.lastAttemptAt} is not null)::int`,
      lastAttemptAt: now.toISOString(),
      nextAttemptAt: new Date(now.getTime() + LEASE_MS).toISOString(),
    })
    .where(
      and(
        eq(webhookLogs.id, logId),
        eq(webhookLogs.status, "retrying"),
        lte(webhookLogs.nextAttemptAt, new Date(now.getTime() + TOLERANCE_MS).toISOString()),
      ),
    )
    .returning();
  return row;
}

/** To the address that is configured now: a corrected one also serves the messages that are waiting. */
async function attempt(row: WebhookLogRow): Promise<Attempt> {
  const { urls, secret, previousSecret, ...rules } = runtime.config.webhooks;
  const url = urls[row.type];
  if (url === null) {
    const trouble = "No address is configured for this type";
    return { httpStatus: null, answer: null, retryAfter: null, trouble, milliseconds: 0 };
  }
  const body = bodyOf(row);
  const sentAt = runtime.clock.now();
  const secrets = previousSecret === null ? [secret] : [secret, previousSecret];
  const headers = {
    "content-type": "application/json",
    "user-agent": "Case-Management-Portal",
    ...signedHeaders({ id: row.messageId, secrets, body, sentAt }),
  };
  return sendWebhook({ url, headers, body }, rules);
}

function bodyOf(row: WebhookLogRow): string {
  const { type, createdAt, payload } = row;
  return JSON.stringify({ type: webhookMessages[type].name, timestamp: createdAt, data: payload });
}

async function settle(row: WebhookLogRow, result: Attempt): Promise<void> {
  const next = result.trouble === null ? null : nextAfter(row, result);
  const isLost = result.trouble !== null && next === null;
  const url = runtime.config.webhooks.urls[row.type];
  await inTransaction(async (tx) => {
    const [settled] = await tx
      .update(webhookLogs)
      .set({
        status: result.trouble === null ? "success" : isLost ? "failed" : "retrying",
        nextAttemptAt: next?.toISOString() ?? null,
        httpStatus: result.httpStatus,
        responseTime: result.milliseconds,
        response: result.answer === null ? null : storableText(result.answer),
        errorMessage: result.trouble,
        ...(url === null ? {} : { webhookUrl: maskUrl(url) }),
      })
      .where(and(eq(webhookLogs.id, row.id), eq(webhookLogs.attemptCount, row.attemptCount)))
      .returning();
    // Somebody has asked for it once more meanwhile; that attempt has the last word.
    if (!settled) return;
    if (next) {
      await deliverWebhook.enqueue(tx, { logId: row.id }, { startAfter: next.toISOString() });
    }
    if (isLost) await tellAdminsOfFailure(tx, settled);
    await announceLog(tx, settled);
  });
  report(row, result.trouble, isLost);
}

function report(
  { id, type, attemptCount }: WebhookLogRow,
  trouble: string | null,
  isLost: boolean,
) {
  if (trouble === null) return webhooks.add({ outcome: "delivered" });
  webhooks.add({ outcome: "failed" });
  runtime.log.warn({ logId: id, type, attempt: attemptCount, reason: trouble }, "a webhook failed");
  if (isLost) webhooks.add({ outcome: "given_up" });
}

/** 410 says that there is nobody any more; trying again would be pointless. */
function nextAfter(row: WebhookLogRow, result: Attempt): Date | null {
  if (result.httpStatus === 410) return null;
  return nextAttemptAt({
    attempts: row.attemptCount,
    createdAt: new Date(row.createdAt),
    now: runtime.clock.now(),
    retryAfter: result.retryAfter,
    chance: Math.random(),
  });
}

/** PostgreSQL keeps no NUL in a text. */
function storableText(text: string): string {
  return text.replaceAll("\0", "").slice(0, KEPT_ANSWER).toWellFormed();
}
