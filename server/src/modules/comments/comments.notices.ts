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
import { holdMails, sendMail } from "#server/mail/outbox.ts";
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

/** Several messages of one case at once. */
async function tellOfCase(posted: readonly Posted[]): Promise<void> {
  const [{ caseId }] = posted as [Posted];
  await inTransaction(async (tx) => {
    const [caseFile] = await tx.select().from(cases).where(eq(cases.id, caseId));
    if (!caseFile) return;
    for (const reader of await selectReaders(tx, caseFile)) {
      const key = noticeKey(caseId, reader.id);
      await holdMails(tx, key);
      const ids = posted.filter(({ authorId }) => authorId !== reader.id);
      const count = await countUnread(tx, {
        caseId,
        userId: reader.id,
        among: ids.map(({ commentId }) => commentId),
      });
      if (count > 0) await tellReader(tx, { caseFile, reader, count });
    }
  });
}

type Telling = {
  caseFile: CaseRow;
  reader: Awaited<ReturnType<typeof selectReaders>>[number];
  count: number;
};

function tellReader(tx: Transaction, { caseFile, reader, count }: Telling): Promise<void> {
  const url = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseFile.caseId)}`;
  return sendMail(tx, {
    template: "newMessages",
    to: { email: reader.email, name: `${reader.firstName} ${reader.lastName}`.trim() || null },
    data: { count, caseId: caseFile.caseId, url },
    groupKey: noticeKey(caseFile.id, reader.id),
  });
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
