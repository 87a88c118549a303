/** A report that a mail of ours has not arrived (8.4). */
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/connection.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { users } from "#server/database/tables/users.ts";
import { markFailing } from "#server/modules/notifications/reachability.service.ts";
import type { DeliveryReport } from "./delivery-report.ts";

type Reported = { mailId: number | null; report: DeliveryReport | null };

/** Only what is permanent, and about the address that the person still has. */
export async function takeReport(tx: Transaction, { mailId, report }: Reported): Promise<void> {
  if (mailId === null || !report?.isPermanent) return;
  const [person] = await tx
    .select({ userId: users.id })
    .from(mailOutbox)
    .innerJoin(
      users,
      and(
        eq(users.id, mailOutbox.userId),
        sql`lower(${users.email}) = lower(${mailOutbox.toEmail})`,
      ),
    )
    .where(eq(mailOutbox.id, mailId));
  if (person) await markFailing(tx, person.userId, report.code);
}
