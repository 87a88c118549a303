/** Tells by mail that a message waits: how many and where, never what it says. Several become one mail. */
import { and, asc, eq, exists, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { sendMail } from "#server/mail/outbox.ts";

/** Mails of one reader and case are grouped, and withdrawn once he has read. */
export function noticeKey(caseId: number, userId: number): string {
  return `messages:${caseId}:${userId}`;
}

export async function notifyParticipants(
  tx: Transaction,
  author: SignedInActor,
  caseFile: CaseRow,
) {
  const url = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseFile.caseId)}`;
  for (const reader of await selectReaders(tx, author, caseFile)) {
    await sendMail(tx, {
      template: "newMessages",
      to: { email: reader.email, name: `${reader.firstName} ${reader.lastName}`.trim() || null },
      data: { count: 1, caseId: caseFile.caseId, url },
      groupKey: noticeKey(caseFile.id, reader.id),
    });
  }
}

/**
 * The people on the case, and for the bureau the admin who opened it. Where he is no longer there every admin is told:
 * a client's question must not wait for somebody to look by chance.
 */
function selectReaders(tx: Transaction, author: SignedInActor, caseFile: CaseRow) {
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
    .where(
      and(
        ne(users.id, author.id),
        isNull(users.disabledAt),
        or(isAssigned, and(isAdmin, or(isOpener, hasNoOpener))),
      ),
    )
    .orderBy(asc(users.id));
}
