/** Tells every admin that something looks like an attack; the same thing at most once an hour. */
import { and, eq, isNull, or } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { users } from "#server/database/tables/users.ts";
import { spend } from "#server/database/token-buckets.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent, type SecurityEventKind } from "#server/events/security-log.ts";
import { sendMails } from "./outbox.ts";

export type Alert = {
  kind: Extract<SecurityEventKind, "downloads.exceeded" | "signin.attacked">;
  /** Whom it is about. */
  userId: number | null;
  sentence: string;
};

export async function alertAdmins(alert: Alert): Promise<void> {
  // The sentence may hold a name, which has no place in a log.
  runtime.log.error({ kind: alert.kind, userId: alert.userId }, "the admins are alerted");
  const { isOver } = await spend(`alert:${alert.kind}:${alert.userId}`, { most: 1, seconds: 3600 });
  await inTransaction(async (tx) => {
    await recordSecurityEvent(tx, { kind: alert.kind, userId: alert.userId });
    if (isOver) return;
    const admins = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(or(eq(users.isAdmin, true), eq(users.role, "admin")), isNull(users.disabledAt)));
    const data = { sentence: alert.sentence, at: runtime.clock.now().toISOString() };
    await sendMails(
      tx,
      admins.map(({ email }) => ({ template: "alert", to: { email }, data })),
    );
  });
}
