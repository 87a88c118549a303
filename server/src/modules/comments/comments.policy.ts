/** Which messages count as unread. Who sees a message is the rule of its case. */
import { and, eq, notExists, or, isNull, ne, sql, type SQL } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { commentReadStatus } from "#server/database/tables/comment-read-status.ts";
import { comments } from "#server/database/tables/comments.ts";

/** Messages of others that this reader has not seen; his own never count (D-137). */
export function unreadBy(readerId: number): SQL | undefined {
  return and(
    or(isNull(comments.userId), ne(comments.userId, readerId)),
    notExists(
      runtime.database
        .select({ one: sql`1` })
        .from(commentReadStatus)
        .where(
          and(eq(commentReadStatus.commentId, comments.id), eq(commentReadStatus.userId, readerId)),
        ),
    ),
  );
}
