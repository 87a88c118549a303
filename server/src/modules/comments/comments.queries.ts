/** Reads the conversation of a case: three statements, however long it is. */
import { and, asc, eq, getTableColumns, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Comment, Reply } from "contract/comments";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { cases } from "#server/database/tables/cases.ts";
import { commentReactions } from "#server/database/tables/comment-reactions.ts";
import { commentReadStatus } from "#server/database/tables/comment-read-status.ts";
import { comments } from "#server/database/tables/comments.ts";
import { unreadCounts } from "#server/database/tables/unread-counts.ts";
import { users } from "#server/database/tables/users.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { unreadBy } from "./comments.policy.ts";

/** Top-level messages oldest first, each with its replies, oldest first (D-140). */
export async function selectThreads(executor: Executor, caseId: number): Promise<Comment[]> {
  const [rows, reactions] = await Promise.all([
    messagesOfCase(executor).execute({ caseId }),
    reactionsOfCase(executor).execute({ caseId }),
  ]);
  return threadsOf(withReactions(rows, reactions));
}

/** These messages, of one case. */
export async function selectNamedThreads(ids: readonly number[]): Promise<Comment[]> {
  const isNamed = sql`${comments.id} = any(${sql.param([...ids])}::integer[])`;
  const [rows, reactions] = await Promise.all([
    selectMessages(runtime.database, isNamed),
    selectReactions(runtime.database, isNamed),
  ]);
  return threadsOf(withReactions(rows, reactions));
}

function threadsOf(messages: readonly Reply[]): Comment[] {
  const threads = new Map<number, Comment>();
  for (const message of messages) {
    if (message.parentId === null) threads.set(message.id, { ...message, replies: [] });
  }
  for (const message of messages) {
    if (message.parentId !== null) threads.get(message.parentId)?.replies.push(message);
  }
  return [...threads.values()];
}

/** `scope` speaks of comments. */
export function selectReactions(executor: Executor, scope: SQL | undefined) {
  return executor
    .select({
      id: commentReactions.id,
      commentId: commentReactions.commentId,
      emoji: commentReactions.emoji,
      userId: commentReactions.userId,
    })
    .from(commentReactions)
    .innerJoin(comments, eq(comments.id, commentReactions.commentId))
    .where(scope)
    .orderBy(asc(commentReactions.id));
}

/** As it is kept beside the messages. */
export async function readUnreadCount(
  executor: Executor,
  { caseId, userId }: { caseId: number; userId: number },
): Promise<number> {
  const [row] = await executor
    .select({ unread: unreadCounts.unread })
    .from(unreadCounts)
    .where(and(eq(unreadCounts.userId, userId), eq(unreadCounts.caseId, caseId)));
  return row?.unread ?? 0;
}

/** Whoever writes has read it. */
export function insertOwnMarks(
  executor: Executor,
  own: readonly (typeof commentReadStatus.$inferInsert)[],
) {
  return executor.insert(commentReadStatus).values([...own]);
}

export const people = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  profileImageUrl: users.profileImageUrl,
};

const author = prepared((executor) =>
  executor
    .select(people)
    .from(users)
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare(UNNAMED),
);

/** As he is shown beside what he says. */
export async function selectAuthor(tx: Transaction, userId: number) {
  const [found] = await author(tx).execute({ userId });
  return found ?? null;
}

export type Reading = {
  caseId: number;
  /** None: everything. */
  commentIds: readonly number[];
  upTo?: number | undefined;
};

/**
 * One statement, in one order, so that two screens of one reader never wait for each other in a circle. Held by the row:
 * a message, or a reader, that is deleted at this moment gets no mark. Answers how many are new.
 */
export async function insertReadMarks(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, commentIds, upTo }: Reading,
): Promise<number> {
  const scope = and(
    eq(comments.caseId, caseId),
    commentIds.length > 0 ? inArray(comments.id, [...commentIds]) : undefined,
    upTo === undefined ? undefined : lte(comments.id, upTo),
    visibleCases(actor),
    unreadBy(actor.id),
  );
  const marked = await tx.execute(sql`
    insert into ${commentReadStatus} (comment_id, user_id)
    select ${comments.id}, ${users.id} from ${comments}
    join ${cases} on ${cases.id} = ${comments.caseId}
    join ${users} on ${users.id} = ${actor.id}
    where ${scope} order by ${comments.id}
    for key share of ${comments}, ${users}
    on conflict do nothing`);
  return marked.rowCount ?? 0;
}

const isOfCase = eq(comments.caseId, sql.placeholder("caseId"));

function selectMessages(executor: Executor, scope: SQL) {
  return executor
    .select({ ...getTableColumns(comments), user: people })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(scope)
    .orderBy(asc(comments.createdAt), asc(comments.id));
}

const messagesOfCase = prepared((executor) => selectMessages(executor, isOfCase).prepare(UNNAMED));

const reactionsOfCase = prepared((executor) =>
  selectReactions(executor, isOfCase).prepare(UNNAMED),
);

type Message = Awaited<ReturnType<typeof selectMessages>>[number];
type MessageReaction = Awaited<ReturnType<typeof selectReactions>>[number];

export function withReactions(rows: Message[], reactions: MessageReaction[]): Reply[] {
  const byComment = Map.groupBy(reactions, (reaction) => reaction.commentId);
  return rows.map((row) => ({ ...row, reactions: byComment.get(row.id) ?? [], replies: [] }));
}
