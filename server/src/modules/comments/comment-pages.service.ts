/** A conversation of any length, read in pages of its threads: three statements, however long it is. */
import { sql, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import { type CommentPage, type CommentPageQuery, MOST_REPLIES } from "contract/comments";
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import type { Executor } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { assertSeesCase } from "#server/modules/cases/cases.policy.ts";
import { selectNamedThreads } from "./comments.queries.ts";

type Wanted = z.output<typeof CommentPageQuery>;
type Found = { id: number; isLater: boolean; replies: number[]; count: number };

/** The case that is read. Whether this actor sees it is asked in the same round trip as its threads. */
type Seen = { executor: Executor; caseId: number; isSeen: Promise<void> };

/** Oldest first within the page; of a thread the latest replies. */
export function page(actor: SignedInActor, caseId: number, wanted: Wanted): Promise<CommentPage> {
  return readTogether((executor) =>
    pageOf({ executor, caseId, isSeen: assertSeesCase(executor, actor, caseId) }, wanted),
  );
}

async function pageOf(seen: Seen, wanted: Wanted): Promise<CommentPage> {
  const { thread, before, after, around, limit } = wanted;
  if (thread !== undefined) return restOfThread(seen, { thread, before });
  if (around !== undefined) return pageAround(seen, { around, limit });
  const isForward = after !== undefined;
  const found = await find(
    seen,
    newest(seen.caseId, {
      beyond: isForward
        ? sql`id > ${after}`
        : before === undefined
          ? sql`true`
          : sql`id < ${before}`,
      order: isForward ? sql`id` : sql`id desc`,
      limit: limit + 1,
    }),
  );
  const hasMore = found.length > limit;
  const kept = isForward ? found.slice(0, limit) : found.slice(-limit);
  return answer(kept, {
    hasBefore: isForward || hasMore,
    hasAfter: isForward ? hasMore : before !== undefined,
  });
}

/** The thread of a message, with as much before it as behind. */
async function pageAround(
  seen: Seen,
  { around, limit }: { around: number; limit: number },
): Promise<CommentPage> {
  const behind = Math.floor(limit / 2);
  const until = limit - behind;
  const { caseId } = seen;
  const root = sql`(select coalesce(parent_id, id) from comments where id = ${around} and case_id = ${caseId})`;
  const earlier = newest(caseId, {
    beyond: sql`id <= ${root}`,
    order: sql`id desc`,
    limit: until + 1,
  });
  const later = newest(caseId, {
    beyond: sql`id > ${root}`,
    order: sql`id`,
    limit: behind + 1,
    isLater: true,
  });
  const found = await find(seen, sql`${earlier} union all ${later}`);
  const before = found.filter(({ isLater }) => !isLater);
  const after = found.filter(({ isLater }) => isLater);
  if (before.length === 0) throw notFound("comment");
  return answer([...before.slice(-until), ...after.slice(0, behind)], {
    hasBefore: before.length > until,
    hasAfter: after.length > behind,
  });
}

async function restOfThread(
  seen: Seen,
  { thread, before }: { thread: number; before: number | undefined },
): Promise<CommentPage> {
  const root = newest(seen.caseId, { beyond: sql`id = ${thread}`, order: sql`id`, limit: 1 });
  const found = await find(seen, root, before === undefined ? sql`` : sql`and c.id < ${before}`);
  if (found.length === 0) throw notFound("comment");
  return answer(found, { hasBefore: false, hasAfter: false });
}

type Threads = { beyond: SQL; order: SQL; limit: number; isLater?: true };

function newest(caseId: number, { beyond, order, limit, isLater }: Threads): SQL {
  return sql`(select id, ${isLater ? sql`true` : sql`false`} as later from comments
    where case_id = ${caseId} and parent_id is null and ${beyond} order by ${order} limit ${limit})`;
}

async function find({ executor, isSeen }: Seen, threads: SQL, ofReplies = sql``): Promise<Found[]> {
  const replies = sql`comments c where c.parent_id = thread.id ${ofReplies}`;
  const reading = executor.execute<Found>(sql`
    select thread.id, thread.later as "isLater",
      array(select c.id from ${replies} order by c.id desc limit ${MOST_REPLIES}) as replies,
      (select count(*)::integer from ${replies}) as count
    from (${threads}) thread order by thread.id`);
  const [{ rows }] = await Promise.all([reading, isSeen]);
  return rows;
}

async function answer(
  found: readonly Found[],
  { hasBefore, hasAfter }: { hasBefore: boolean; hasAfter: boolean },
): Promise<CommentPage> {
  const ids = found.flatMap(({ id, replies }) => [id, ...replies]);
  const more = new Map(found.map(({ id, count, replies }) => [id, count - replies.length]));
  const threads = (await selectNamedThreads(ids)).map((thread) => ({
    ...thread,
    moreReplies: more.get(thread.id) ?? 0,
  }));
  return {
    threads,
    before: hasBefore ? (found[0]?.id ?? null) : null,
    after: hasAfter ? (found.at(-1)?.id ?? null) : null,
  };
}
