/**
 * Tells the automation service what has happened: a row written in the transaction of the change, delivered after it
 * (D-153). The row is the outbox and its own log.
 */
import type { AuditableActor } from "#server/core/actor.ts";
import { maskUrl } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { eventDefinition } from "#server/events/definitions.ts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import { newMessageId } from "#server/integrations/webhooks/signature.ts";
import { deliverWebhook } from "./webhook-delivery.ts";
import { announceLog } from "./webhook-log.ts";

const MOST_BYTES = 20_000;

/** A type without an address: nothing is triggered and nothing is logged. */
export async function enqueueWebhook(
  tx: Transaction,
  actor: AuditableActor,
  happened: DomainEvent,
): Promise<void> {
  if (happened.quiet?.tellsAutomation === false) return;
  const telling = eventDefinition(happened.name).webhook;
  const url = telling && runtime.config.webhooks.urls[telling.type];
  const event = telling?.event ?? happened.data?.["event"];
  if (!telling || !url || typeof event !== "string") return;
  const now = runtime.clock.now().toISOString();
  const [row] = await tx
    .insert(webhookLogs)
    .values({
      messageId: newMessageId(),
      type: telling.type,
      caseId: happened.case.id,
      caseTitle: happened.case.title,
      webhookUrl: maskUrl(url),
      payload: payloadOf(event, happened),
      triggeredBy: actor.kind === "user" ? actor.email : "system",
      nextAttemptAt: now,
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error("The message was not stored");
  await deliverWebhook.enqueue(tx, { logId: row.id });
  await announceLog(tx, row);
}

/** Ids, codes and status; a list that has grown too long is left to be read in the portal. */
function payloadOf(event: string, happened: DomainEvent): Record<string, unknown> {
  const { id, caseId } = happened.case;
  const essence = { event, case: { id, caseId } };
  const payload = { ...happened.data, ...essence };
  return JSON.stringify(payload).length > MOST_BYTES ? essence : payload;
}
