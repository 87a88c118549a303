/**
 * Reads of documents are events too (security.md 5.7): each is a line of the security log, written before the first
 * byte leaves and in the transaction that has found the document. What cannot be recorded is not shown.
 */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { type DocumentOpening, OPENINGS_SHOWN, type OpeningWay } from "contract/documents";
import { isAdmin, type SignedInActor } from "#server/auth/actor.ts";
import { recordSecurityEvent, type SecurityEventKind } from "#server/auth/security-log.ts";
import type { SubjectRecord } from "#server/auth/sight.ts";
import type { Transaction } from "#server/database/connection.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import type { Reader } from "#server/files/knock.ts";
import { runtime } from "#server/runtime.ts";

/** Numbers alone: these lines are never deleted, and an erased case must not live on in the names of its papers. */
type Opening = { way: OpeningWay; caseId: number; documentIds: number[] };

const KIND: SecurityEventKind = "document.opened";
/** A viewer fetches a long PDF in pieces, and people leaf back and forth: all that is one reading. */
const ONE_READING_MINUTES = 10;
/** Keeps these advisory locks apart from those of other purposes. */
const LOCK_SPACE = 0x6f70_656e;

export async function recordOpening(
  tx: Transaction,
  actor: SignedInActor,
  { reader, ...opening }: Opening & { reader: Reader },
): Promise<void> {
  // The pieces of one PDF are asked for at the same moment: the second waits here, and then finds the line of the first.
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_SPACE}, ${actor.id})`);
  const [known] = await tx
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, actor.id),
        eq(securityEvents.kind, KIND),
        eq(securityEvents.metadata, opening),
        gt(
          securityEvents.createdAt,
          sql`now() - make_interval(mins => ${ONE_READING_MINUTES}::integer)`,
        ),
      ),
    )
    .limit(1);
  if (known) return;
  await recordSecurityEvent(tx, {
    kind: KIND,
    userId: actor.id,
    browser: reader,
    metadata: opening,
  });
}

/** Newest first. Everybody who may see the document may know who has; the caller has seen it. */
export async function listOpenings({ id }: SubjectRecord): Promise<DocumentOpening[]> {
  const rows = await runtime.database
    .select({
      id: securityEvents.id,
      openedAt: securityEvents.createdAt,
      metadata: securityEvents.metadata,
      person: {
        firstName: users.firstName,
        lastName: users.lastName,
        role: users.role,
        isAdmin: users.isAdmin,
      },
    })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(
      and(
        // As it stands in the index, which a parameter would keep from being used.
        sql`${securityEvents.kind} = 'document.opened'`,
        sql`${securityEvents.metadata} @> ${JSON.stringify({ documentIds: [id] })}::jsonb`,
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(OPENINGS_SHOWN);
  return rows.map(({ metadata, person, ...row }) => ({
    ...row,
    way: (metadata as Opening).way,
    person: person && { ...person, role: isAdmin(person) ? "admin" : person.role },
  }));
}
