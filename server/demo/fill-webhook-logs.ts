/** What the automation service was told about a case, as the log shows it. Nothing is sent: no address is configured. */
import { runtime } from "#server/core/runtime.ts";
import type { WebhookLogRow } from "#server/database/tables/webhook-logs.ts";
import { buildWebhookLog } from "#testing/factories/webhook-logs.ts";
import { personIn } from "./demo-accounts.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { minutesAfter } from "./demo-events.ts";

/** So long the portal tries before it gives up (security.md 6.1). */
const HOURS_OF_TRYING = 75.6;
const ADDRESS = "https://automation.bureau.example/hooks/portal";

type Message = {
  type: WebhookLogRow["type"];
  event: string;
  createdAt: string;
  triggeredBy: string;
};

export async function fillWebhookLogs(filling: DemoCaseContext): Promise<void> {
  const { caseFile } = filling;
  const messages = messagesOf(filling).toSorted((first, second) =>
    first.createdAt.localeCompare(second.createdAt),
  );
  const unheard = filling.demoCase.isSketched
    ? undefined
    : messages.findLast(({ createdAt }) => isGivenUp(createdAt));
  for (const [index, message] of messages.entries()) {
    const { type, event, createdAt, triggeredBy } = message;
    await buildWebhookLog({
      type,
      createdAt,
      triggeredBy,
      caseId: caseFile.id,
      caseTitle: caseFile.title,
      webhookUrl: ADDRESS,
      payload: { event, case: { id: caseFile.id, caseId: caseFile.caseId } },
      responseTime: 38 + ((index * 53) % 190),
      response: '{"ok":true}',
      lastAttemptAt: minutesAfter(createdAt, 0.05),
      ...(message === unheard ? unanswered(createdAt) : {}),
    });
  }
}

/** So that the log also shows what a failure looks like. */
function unanswered(createdAt: string): Partial<WebhookLogRow> {
  return {
    status: "failed",
    attemptCount: 10,
    httpStatus: 503,
    response: "Service Unavailable",
    errorMessage: "The address answered 503",
    lastAttemptAt: minutesAfter(createdAt, HOURS_OF_TRYING * 60),
  };
}

function isGivenUp(createdAt: string): boolean {
  return Date.parse(minutesAfter(createdAt, HOURS_OF_TRYING * 60)) < runtime.clock.now().getTime();
}

function messagesOf({ demoCase, people }: DemoCaseContext): Message[] {
  const bureau = personIn(people, demoCase.createdBy).email;
  const client = demoCase.assignedUsers.map((key) => personIn(people, key));
  const uploader = client.find((person) => person.role === "client")?.email ?? bureau;
  const days = new Set(demoCase.documents.map((document) => document.uploadedAt));
  return [
    {
      type: "case_creation",
      event: "case_created",
      createdAt: demoCase.createdAt,
      triggeredBy: bureau,
    },
    ...demoCase.statusHistory.slice(1).map((stay) => ({
      type: "status_change" as const,
      event: "status_changed",
      createdAt: stay.startedAt,
      triggeredBy: personIn(people, stay.changedBy).email,
    })),
    ...demoCase.invoices.map((invoice) => ({
      type: "invoice_payment" as const,
      event: "invoice_created",
      createdAt: new Date(`${invoice.date}T12:00:00+04:00`).toISOString(),
      triggeredBy: bureau,
    })),
    ...[...days].map((createdAt) => ({
      type: "document_upload" as const,
      event: "document_uploaded",
      createdAt,
      triggeredBy: uploader,
    })),
  ];
}
