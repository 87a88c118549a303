/** One's own notifications: listed with the rights of the moment, counted, marked as read. */
import { and, count as countRows, eq, inArray, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import {
  type NotificationPage,
  type NotificationQuery,
  notificationsApi,
  type ReadNotificationsInput,
} from "contract/notifications";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { commentReadStatus } from "#server/database/tables/comment-read-status.ts";
import { comments } from "#server/database/tables/comments.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { describe } from "./descriptions.ts";
import { holdNotifications } from "./notification-rows.ts";
import { isOwn, ofVisibleCase } from "./notifications.policy.ts";
import { cursorOf, selectPage } from "./notifications.queries.ts";

type Marking = z.output<typeof ReadNotificationsInput>;

export async function list(
  actor: SignedInActor,
  query: z.output<typeof NotificationQuery>,
): Promise<NotificationPage> {
  const rows = await selectPage(actor, query);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    items: page.length === 0 ? [] : await readTogether((each) => describe(each, actor, page)),
    next: rows.length > query.limit && last ? cursorOf(last) : null,
  };
}

export function count(actor: SignedInActor): Promise<number> {
  return countUnread(runtime.database, actor);
}

/** What is not his, or not there, is left alone and not told apart. */
export async function markRead(actor: SignedInActor, marking: Marking): Promise<number> {
  return inTransaction(async (tx) => {
    const marked = await tx
      .update(notifications)
      .set({ readAt: runtime.clock.now().toISOString() })
      .where(
        and(
          isOwn(actor),
          isNull(notifications.readAt),
          isNamed(actor, marking),
          marking.seenAt === undefined ? undefined : lte(notifications.lastAt, marking.seenAt),
        ),
      )
      .returning({ id: notifications.id });
    if (marked.length > 0) await announceOwn(tx, actor.id);
    return countUnread(tx, actor);
  });
}

/** What is seen of a case is everything but its messages; those are read in the chat. */
function isNamed(actor: SignedInActor, { ids, caseId }: Marking): SQL | undefined {
  if (ids !== undefined) return inArray(notifications.id, ids);
  if (caseId === undefined) return undefined;
  return and(
    eq(notifications.caseId, caseId),
    ne(notifications.kind, "message"),
    ofVisibleCase(actor),
  );
}

async function countUnread(executor: Executor, actor: SignedInActor): Promise<number> {
  const [row] = await executor
    .select({ unread: countRows() })
    .from(notifications)
    .where(and(isOwn(actor), isNull(notifications.readAt), ofVisibleCase(actor)));
  return row?.unread ?? 0;
}

type Reader = { caseId: number; userId: number };

/**
 * Whoever has read a chat to its end. At the end of his transaction: behind everybody who was telling him of it, and not
 * what was written since.
 */
export async function markMessagesRead(
  executor: Executor,
  readers: readonly Reader[],
): Promise<void> {
  const now = runtime.clock.now().toISOString();
  for (const { caseId, userId } of readers) {
    await Promise.all([
      holdNotifications(executor, caseId, [userId]),
      executor.execute(sql`
        update ${notifications} set read_at = ${now}
        where ${notifications.userId} = ${userId} and ${notifications.caseId} = ${caseId}
          and ${notifications.kind} = 'message' and ${notifications.readAt} is null
          and not exists (
            select from jsonb_array_elements(${notifications.data} -> 'about') as t(thing)
            join ${comments} on ${comments.id} = (t.thing ->> 'id')::integer
            left join ${commentReadStatus} on ${commentReadStatus.commentId} = ${comments.id}
              and ${commentReadStatus.userId} = ${userId}
            where ${commentReadStatus.userId} is null)`),
    ]);
  }
}

/** The bell on every screen of his. */
async function announceOwn(tx: Transaction, userId: number): Promise<void> {
  await announce(tx, { audience: { userId }, keys: [`${notificationsApi.list.path}*`] });
}
