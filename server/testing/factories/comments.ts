import { runtime } from "#server/core/runtime.ts";
import { commentReactions } from "#server/database/tables/comment-reactions.ts";
import { commentReadStatus } from "#server/database/tables/comment-read-status.ts";
import { comments, type CommentRow } from "#server/database/tables/comments.ts";
import { buildCase } from "./cases.ts";
import { buildUser } from "./users.ts";

/** Said by somebody assigned to the case, and read by him alone. */
export async function buildComment(
  input: Partial<typeof comments.$inferInsert> = {},
): Promise<CommentRow> {
  const userId = input.userId === undefined ? (await buildUser()).id : input.userId;
  const author = userId === null ? [] : [{ id: userId }];
  const caseId = input.caseId ?? (await buildCase({ assignedTo: author })).id;
  const [row] = await runtime.database
    .insert(comments)
    .values({ message: "Is there any news?", ...input, caseId, userId })
    .returning();
  if (!row) throw new Error("The comment was not inserted");
  if (userId !== null) await buildReadMark(row, { id: userId });
  return row;
}

export async function buildReadMark(
  comment: { id: number },
  reader: { id: number },
): Promise<void> {
  await runtime.database
    .insert(commentReadStatus)
    .values({ commentId: comment.id, userId: reader.id });
}

export async function buildReaction(
  comment: { id: number },
  reaction: { userId: number; emoji: string },
): Promise<void> {
  await runtime.database.insert(commentReactions).values({ commentId: comment.id, ...reaction });
}
