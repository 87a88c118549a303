import { automationApi } from "contract/automation";
import type { Executor } from "#server/database/connection.ts";
import type { WebhookLogRow } from "#server/database/tables/webhook-logs.ts";
import { announce } from "#server/events/announce.ts";

/** Whoever has the log open sees the message on its way. */
export async function announceLog(tx: Executor, row: Pick<WebhookLogRow, "caseId">): Promise<void> {
  const audience = row.caseId === null ? "admins" : { caseId: row.caseId };
  await announce(tx, { audience, keys: [`${automationApi.listLogs.path}*`] });
}
