import { and, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { runtime } from "#server/core/runtime.ts";
import { bulkActions } from "#server/database/tables/bulk-actions.ts";
import { emailChanges } from "#server/database/tables/email-changes.ts";
import { failedLoginAttempts } from "#server/database/tables/failed-login-attempts.ts";
import { idempotencyKeys } from "#server/database/tables/idempotency-keys.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { otpVerifications } from "#server/database/tables/otp-verifications.ts";
import { passwordResetTokens } from "#server/database/tables/password-reset-tokens.ts";
import { replies } from "#server/database/tables/replies.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { throttleBuckets } from "#server/database/tables/throttle-buckets.ts";
import { trustedDevices } from "#server/database/tables/trusted-devices.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { defineJob } from "./jobs.ts";

/** Small enough that a long neglected table cannot hold up the portal. */
const BATCH = 2000;

/** Ages are measured by the database's clock, which no portal's clock can contradict (reliability 22). */
const olderThan = (column: Parameters<typeof lt>[0], age: string) =>
  lt(column, sql`now() - ${age}::interval`);

/** What may go, and when (S-07, security.md 5.6). */
export async function removeExpiredRows(): Promise<void> {
  await removeRows(sessions, olderThan(sessions.expire, "0"));
  await removeRows(otpVerifications, olderThan(otpVerifications.expiresAt, "24 hours"));
  await removeRows(passwordResetTokens, olderThan(passwordResetTokens.expiresAt, "24 hours"));
  await removeRows(emailChanges, olderThan(emailChanges.expiresAt, "24 hours"));
  await removeRows(throttleBuckets, olderThan(throttleBuckets.windowStart, "48 hours"));
  await removeRows(failedLoginAttempts, olderThan(failedLoginAttempts.attemptedAt, "30 days"));
  await removeRows(idempotencyKeys, olderThan(idempotencyKeys.createdAt, "7 days"));
  await removeRows(bulkActions, olderThan(bulkActions.createdAt, "30 days"));
  await removeRows(mailOutbox, olderThan(mailOutbox.createdAt, "30 days"));
  await removeRows(replies, olderThan(replies.receivedAt, "90 days"));
  await removeRows(webhookLogs, olderThan(webhookLogs.createdAt, "1 year"));
  await removeRows(
    trustedDevices,
    or(
      olderThan(trustedDevices.lastUsed, "30 days"),
      olderThan(trustedDevices.firstUsedAt, "90 days"),
    ),
  );
  await removeRows(
    notifications,
    or(
      olderThan(notifications.readAt, "90 days"),
      and(isNull(notifications.readAt), olderThan(notifications.lastAt, "180 days")),
    ),
  );
  await forgetOldPayloads();
}

async function removeRows(table: PgTable, condition: SQL | undefined): Promise<void> {
  for (;;) {
    const batch = sql`ctid in (select ctid from ${table} where ${condition} limit ${BATCH})`;
    const { rowCount } = await runtime.database.delete(table).where(batch);
    if ((rowCount ?? 0) < BATCH) return;
  }
}

async function forgetOldPayloads(): Promise<void> {
  await runtime.database
    .update(webhookLogs)
    .set({ payload: {}, response: null })
    .where(sql`${olderThan(webhookLogs.createdAt, "30 days")} and ${webhookLogs.payload} <> '{}'`);
}

defineJob("cleanup", { schedule: "*/15 * * * *", retryLimit: 1 }, removeExpiredRows);
