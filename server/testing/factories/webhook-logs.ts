import { runtime } from "#server/core/runtime.ts";
import { webhookLogs, type WebhookLogRow } from "#server/database/tables/webhook-logs.ts";
import { newMessageId } from "#server/integrations/webhooks/signature.ts";

/** A message about an invoice that has arrived at once, unless said otherwise. */
export async function buildWebhookLog(
  input: Partial<typeof webhookLogs.$inferInsert> = {},
): Promise<WebhookLogRow> {
  const [row] = await runtime.database
    .insert(webhookLogs)
    .values({
      messageId: newMessageId(),
      type: "invoice_payment",
      status: "success",
      webhookUrl: "https://automation.example/hook",
      payload: { event: "invoice_created" },
      httpStatus: 200,
      responseTime: 40,
      ...input,
    })
    .returning();
  if (!row) throw new Error("The log entry was not inserted");
  return row;
}
