/** What has happened in a case, and what the bureau notes about it. Admins only, assigned or not (S-40). */
import { and, desc, eq, lt, sql } from "drizzle-orm";
import { AUDIT_PAGE_SIZE, type AuditEvent, type InternalNote } from "contract/activity";
import type { Actor, SignedInActor } from "#server/core/actor.ts";
import { adminOnly } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { internalNotes } from "#server/database/tables/internal-notes.ts";
import { tokens } from "#server/database/tables/tokens.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce, keysOfCase } from "#server/events/announce.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { casePermissions } from "#server/modules/cases/cases.policy.ts";
import { withToldNames } from "./told-names.ts";

type Page = {
  caseId: number;
  page?: number | undefined;
  limit?: number | undefined;
  before?: number | undefined;
};
const DELETED = { firstName: null, lastName: null, email: null, deleted: true } as const;
type NewNote = { caseId: number; message: string };

/** Newest first, in the order of writing, which no clock can disturb (D-143). */
export async function list(actor: SignedInActor, wanted: Page): Promise<AuditEvent[]> {
  assertMayRead(actor);
  return readEvents(runtime.database, wanted);
}

/** The caller has asked whether he may. */
export async function readEvents(executor: Executor, wanted: Page): Promise<AuditEvent[]> {
  const limit = wanted.limit ?? AUDIT_PAGE_SIZE;
  const rows = await executor
    .select({
      id: caseEvents.id,
      seq: caseEvents.seq,
      actorId: caseEvents.actorId,
      createdAt: caseEvents.createdAt,
      action: caseEvents.action,
      documentName: caseEvents.documentName,
      stage: caseEvents.stage,
      metadata: caseEvents.metadata,
      actor: { firstName: users.firstName, lastName: users.lastName, email: users.email },
      token: tokens.name,
    })
    .from(caseEvents)
    .leftJoin(users, eq(users.id, caseEvents.actorId))
    .leftJoin(tokens, sql`${tokens.id} = (${caseEvents.metadata}->>'tokenId')::integer`)
    .where(
      and(
        eq(caseEvents.caseId, wanted.caseId),
        wanted.before === undefined ? undefined : lt(caseEvents.seq, wanted.before),
      ),
    )
    .orderBy(desc(caseEvents.seq))
    .limit(limit)
    .offset(limit * ((wanted.page ?? 1) - 1));
  const metadataOf = await withToldNames(rows);
  return rows.map(({ actorId, actor: person, token, ...event }) => ({
    ...event,
    ...(token === null ? {} : { token }),
    metadata: metadataOf(event.metadata),
    actor: actorId === null ? null : (person ?? DELETED),
  }));
}

export async function listNotes(actor: SignedInActor, caseId: number): Promise<InternalNote[]> {
  assertMayRead(actor);
  return selectNotes(runtime.database, { caseId });
}

/** No event: the activity of a case tells what was done, not what was thought of it. */
export async function createNote(
  actor: SignedInActor,
  { caseId, message }: NewNote,
): Promise<InternalNote> {
  return inTransaction(async (tx) => {
    const caseFile = await lockCase(tx, actor, caseId);
    assertMayRead(actor);
    const [row] = await tx
      .insert(internalNotes)
      .values({ caseId, userId: actor.id, message })
      .returning({ id: internalNotes.id });
    await announce(tx, { audience: "admins", keys: keysOfCase(caseFile, ["notes"]) });
    const [note] = await selectNotes(tx, { caseId, id: row?.id ?? 0 });
    if (!note) throw new Error("The inserted note was not returned");
    return note;
  });
}

function assertMayRead(actor: Actor): void {
  if (!casePermissions(actor).readActivity) throw adminOnly();
}

/** The caller has asked whether he may. */
export function selectNotes(executor: Executor, { caseId, id }: { caseId: number; id?: number }) {
  return executor
    .select({
      id: internalNotes.id,
      message: internalNotes.message,
      createdAt: internalNotes.createdAt,
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
      },
    })
    .from(internalNotes)
    .leftJoin(users, eq(users.id, internalNotes.userId))
    .where(
      and(
        eq(internalNotes.caseId, caseId),
        id === undefined ? undefined : eq(internalNotes.id, id),
      ),
    )
    .orderBy(desc(internalNotes.createdAt), desc(internalNotes.id));
}
