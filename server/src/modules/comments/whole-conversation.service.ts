/** A conversation of any length, a piece at a time, in the order of writing: for whoever takes it all out. */
import { and, asc, eq, getTableColumns, gt, inArray } from "drizzle-orm";
import type { Reply } from "contract/comments";
import type { Executor } from "#server/database/connection.ts";
import { comments } from "#server/database/tables/comments.ts";
import { users } from "#server/database/tables/users.ts";
import { people, selectReactions, withReactions } from "./comments.queries.ts";

const PIECE = 1000;

/** The caller has seen the case. */
export async function* wholeConversation(
  executor: Executor,
  caseId: number,
): AsyncGenerator<Reply[]> {
  for (let last = 0; ;) {
    const rows = await executor
      .select({ ...getTableColumns(comments), user: people })
      .from(comments)
      .leftJoin(users, eq(users.id, comments.userId))
      .where(and(eq(comments.caseId, caseId), gt(comments.id, last)))
      .orderBy(asc(comments.id))
      .limit(PIECE);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      yield withReactions(rows, await selectReactions(executor, inArray(comments.id, ids)));
    if (rows.length < PIECE) return;
    last = ids.at(-1) ?? 0;
  }
}
