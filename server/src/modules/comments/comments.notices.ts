/** Tells by mail that a message waits: how many and where, never what it says. Several become one mail. */
import { and, asc, eq, exists, isNull, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { defineGatheringJob } from "#server/jobs/jobs.ts";
import { holdMails, type Mail, sendMails } from "#server/mail/outbox.ts";
import { countUnread } from "./comments.queries.ts";

/** Mails of one reader and case are grouped, and withdrawn once he has read. */
export function noticeKey(caseId: number, userId: number): string {
  return `messages:${caseId}:${userId}`;
}

type Posted = { caseId: number; commentId: number; authorId: number };

/** Their mails wait for others much longer; until then what is said in a lively talk is told together. */
const GATHERED_FOR = "10 seconds";

/** Asked for with the message; whoever writes waits for nobody's mail. */
const tellReaders = defineGatheringJob<Posted>("comments.tell", {}, async (due) => {
  for (const posted of Map.groupBy(due, ({ caseId }) => caseId).values()) await tellOfCase(posted);
});

export function tellLater(tx: Transaction, posted: Posted): Promise<void> {
  return tellReaders.enqueue(tx, posted, { startAfter: GATHERED_FOR });
}

/** Several messages of one case at once, and everybody who has not read them. */
async function tellOfCase(posted: readonly Posted[]): Promise<void> {
  const [{ caseId }] = posted as [Posted];
  await inTransaction(async (tx) => {
    const [caseFile] = await tx.select().from(cases).where(eq(cases.id, caseId));
    if (!caseFile) return;
    const readers = await selectReaders(tx, caseFile);
    const counts = await Promise.all(readers.map(({ id }) => holdAndCount(tx, posted, id)));
    const told = readers.map((reader, index) => ({ reader, count: counts[index] ?? 0 }));
    await sendMails(
      tx,
      told.filter(({ count }) => count > 0).map((unread) => mailTo(caseFile, unread)),
    );
  });
}

/** Counted after the lock: whoever reads at this moment either is told nothing or withdraws his mail. */
async function holdAndCount(
  tx: Transaction,
  posted: readonly Posted[],
  userId: number,
): Promise<number> {
  const [{ caseId }] = posted as [Posted];
  const ids = posted.filter(({ authorId }) => authorId !== userId);
  const among = ids.map(({ commentId }) => commentId);
  const [, count] = await Promise.all([
    holdMails(tx, noticeKey(caseId, userId)),
    countUnread(tx, { caseId, userId, among }),
  ]);
  return count;
}

type Unread = { reader: Awaited<ReturnType<typeof selectReaders>>[number]; count: number };

function mailTo(caseFile: CaseRow, { reader, count }: Unread): Mail<"newMessages"> {
  const url = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseFile.caseId)}`;
  return {
    template: "newMessages",
    to: { email: reader.email, name: `${reader.firstName} ${reader.lastName}`.trim() || null },
    data: { count, caseId: caseFile.caseId, url },
    groupKey: noticeKey(caseFile.id, reader.id),
  };
}

/**
 * The people on the case, and for the bureau the admin who opened it. Where he is no longer there every admin is told:
 * a client's question must not wait for somebody to look by chance.
 */
function selectReaders(tx: Transaction, caseFile: CaseRow) {
  const opener = alias(users, "opener");
  const isAdmin = or(eq(users.isAdmin, true), eq(users.role, "admin"));
  const isAssigned = exists(
    tx
      .select({ one: sql`1` })
      .from(caseAssignments)
      .where(and(eq(caseAssignments.caseId, caseFile.id), eq(caseAssignments.userId, users.id))),
  );
  const hasNoOpener = notExists(
    tx
      .select({ one: sql`1` })
      .from(opener)
      .where(
        and(
          eq(opener.id, caseFile.createdBy ?? 0),
          isNull(opener.disabledAt),
          or(eq(opener.isAdmin, true), eq(opener.role, "admin")),
        ),
      ),
  );
  const isOpener = eq(users.id, caseFile.createdBy ?? 0);
  return tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(and(isNull(users.disabledAt), or(isAssigned, and(isAdmin, or(isOpener, hasNoOpener)))))
    .orderBy(asc(users.id));
}
