/** Who has become an admin of many cases has them all to read: counted in pieces (0018_unread_counts.sql). */
import { eq, gt, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { staleUnread } from "#server/database/tables/stale-unread.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { defineJob } from "#server/jobs/jobs.ts";

/** The cases of a piece are held, and whoever writes in one of them waits. */
const PIECE = 200;

defineJob("comments.unread", { schedule: "* * * * *", atStart: true, retryLimit: 1 }, countStale);

export async function countStale(): Promise<void> {
  while (await inTransaction(countPiece)) void 0;
}

/** Answers whether there may be more to count. */
async function countPiece(tx: Transaction): Promise<boolean> {
  const [stale] = await tx
    .select()
    .from(staleUnread)
    .orderBy(staleUnread.userId)
    .limit(1)
    .for("update", { skipLocked: true });
  if (!stale) return false;
  const next = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(gt(cases.id, stale.afterCase))
    .orderBy(cases.id)
    .limit(PIECE);
  const ids = next.map(({ id }) => id);
  await tx.execute(sql`select recount_unread(${stale.userId}, ${sql.param(ids)}::integer[])`);
  const isThis = eq(staleUnread.userId, stale.userId);
  if (ids.length < PIECE) await tx.delete(staleUnread).where(isThis);
  else
    await tx
      .update(staleUnread)
      .set({ afterCase: ids.at(-1) ?? 0 })
      .where(isThis);
  return true;
}
