/** The chat of a case. Everybody has read everything but the newest message, which waits for the others. */
import type { CommentRow } from "#server/database/tables/comments.ts";
import { buildComment, buildReaction, buildReadMark } from "#testing/factories/comments.ts";
import { buildStoredFile } from "#testing/factories/files.ts";
import { personIn } from "./demo-accounts.ts";
import type { DemoCase, DemoComment, DemoReply } from "./demo-bureau.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { createTransferAdvice } from "./specimens/create-specimen.ts";

export async function fillConversation(filling: DemoCaseContext): Promise<void> {
  const { demoCase, people } = filling;
  const readers = [demoCase.createdBy, ...demoCase.assignedUsers].map((key) =>
    personIn(people, key),
  );
  const rows: CommentRow[] = [];
  for (const comment of demoCase.comments) {
    const row = await insert(filling, comment, {
      parentId: null,
      ...(isMailed(demoCase, comment) && { source: "mail" }),
      ...(await attachmentOf(filling, comment)),
    });
    rows.push(row);
    for (const reply of comment.replies) {
      rows.push(await insert(filling, reply, { parentId: row.id }));
    }
  }
  const newest = rows.toSorted((first, second) => first.createdAt.localeCompare(second.createdAt));
  const read = isReadByAll(demoCase) ? newest : newest.slice(0, -1);
  for (const row of read) {
    for (const reader of readers) if (reader.id !== row.userId) await buildReadMark(row, reader);
  }
}

/** One long list in which everything is unread would say nothing. */
function isReadByAll({ isSketched = false, caseId }: DemoCase): boolean {
  return isSketched && Number(caseId.slice(-4)) % 4 !== 0;
}

/** The second message of the first family was written as an answer to a mail. */
function isMailed({ caseId, comments }: DemoCase, comment: DemoComment): boolean {
  return caseId === "VU-2026-0014" && comment === comments[1];
}

type Columns = Partial<CommentRow>;

async function insert(
  filling: DemoCaseContext,
  said: DemoReply,
  columns: Columns,
): Promise<CommentRow> {
  const { caseFile, people, activity } = filling;
  const { message, createdAt } = said;
  const userId = personIn(people, said.user).id;
  const row = await buildComment({
    ...columns,
    message,
    createdAt,
    userId,
    updatedAt: createdAt,
    caseId: caseFile.id,
  });
  for (const { user, emoji } of said.reactions) {
    await buildReaction(row, { userId: personIn(people, user).id, emoji });
  }
  activity.add({
    action: "comment",
    actorId: userId,
    metadata: {
      commentId: row.id,
      attachment: row.attachmentOriginalName,
      ...(row.source === "mail" && { source: row.source }),
    },
    createdAt,
  });
  return row;
}

async function attachmentOf(filling: DemoCaseContext, comment: DemoComment): Promise<Columns> {
  if (!comment.attachment) return {};
  const { demoCase, caseFile, people } = filling;
  const { originalName } = comment.attachment;
  const file = await buildStoredFile({
    kind: "comment",
    caseId: caseFile.id,
    createdBy: personIn(people, comment.user).id,
    originalName,
    content: await createTransferAdvice(demoCase, {
      originalName,
      paidOn: comment.createdAt,
      amount: null,
    }),
  });
  return {
    attachmentFileName: file.name,
    attachmentOriginalName: originalName,
    attachmentFileSize: file.size,
    attachmentMimeType: file.mimeType,
    attachmentFilePath: file.storageKey,
    storedFileId: file.id,
  };
}
