import { runtime } from "#server/core/runtime.ts";
import { type NotificationRow, notifications } from "#server/database/tables/notifications.ts";

/** One unread message, told now. */
export async function buildNotification(
  input: Partial<typeof notifications.$inferInsert> & { userId: number },
): Promise<NotificationRow> {
  const now = runtime.clock.now().toISOString();
  const [row] = await runtime.database
    .insert(notifications)
    .values({ kind: "message", data: { about: [] }, firstAt: now, lastAt: now, ...input })
    .returning();
  if (!row) throw new Error("The notification was not inserted");
  return row;
}
