import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, identity, instant } from "#server/database/columns.ts";

/** One row per message, written with the change it tells of: the outbox and its own record (D-153, S-49). */
export const webhookLogs = pgTable("webhook_logs", {
  id: identity(),
  /** The `webhook-id` header, the same on every attempt. */
  messageId: text().notNull(),
  type: text({
    enum: ["case_creation", "invoice_payment", "document_upload", "status_change"],
  }).notNull(),
  status: text({ enum: ["success", "failed", "retrying"] })
    .notNull()
    .default("retrying"),
  caseId: integer(),
  caseTitle: text(),
  webhookUrl: text().notNull(),
  payload: jsonb().$type<Record<string, unknown>>().notNull(),
  response: text(),
  errorMessage: text(),
  attemptCount: integer().notNull().default(1),
  /** Milliseconds. */
  responseTime: integer(),
  httpStatus: integer(),
  triggeredBy: text().notNull().default("system"),
  nextAttemptAt: instant(),
  lastAttemptAt: instant(),
  createdAt: createdAt(),
});

export type WebhookLogRow = typeof webhookLogs.$inferSelect;
