/** The conversation of a case; everybody who sees the case takes part in it (C:158). */
import { and, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Comment, CreateCommentInput, Reaction } from "contract/comments";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { AppError, badField, notFound } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { commentReactions } from "#server/database/tables/comment-reactions.ts";
import { comments, type CommentRow } from "#server/database/tables/comments.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction, writeAtEnd } from "#server/database/transaction.ts";
import { announce, announceCase, keysOfCase } from "#server/events/announce.ts";
import { record } from "#server/events/record.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { recordFileAccess } from "#server/files/access-log.ts";
import { attachmentColumns } from "#server/files/file-columns.ts";
import { keepFiles, type ReceivedFile } from "#server/files/stored.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { findSeenCase, visibleCases } from "#server/modules/cases/cases.policy.ts";
import { assertRoomInCase } from "#server/modules/documents/case-quota.ts";
import { markMessagesRead } from "#server/modules/notifications/notifications.service.ts";
import {
  readUnreadCount,
  insertOwnMarks,
  insertReadMarks,
  selectAuthor,
  selectReactions,
  selectThreads,
  type Reading,
} from "./comments.queries.ts";

type NewComment = z.output<typeof CreateCommentInput> & {
  caseId: number;
  files: readonly ReceivedFile[];
};
export type Mailed = { caseId: number; message: string; files: readonly ReceivedFile[] };
type Reacting = { subject: SubjectRecord; emoji: string };
export type Attachment = { file: StoredFileRow; downloadName: string };

export async function list(actor: SignedInActor, caseId: number): Promise<Comment[]> {
  const [threads] = await readTogether((executor) =>
    Promise.all([selectThreads(executor, caseId), seen(executor, actor, caseId)]),
  );
  return threads;
}

export async function create(actor: SignedInActor, input: NewComment): Promise<Comment> {
  const message = messageOf(input);
  return inTransaction(async (tx) => {
    const [caseFile, user, parentId] = await Promise.all([
      lockCase(tx, actor, input.caseId),
      selectAuthor(tx, actor.id),
      findThread(tx, input),
    ]);
    const [file] = input.files;
    const attachment = await keepAttachment(tx, caseFile.id, file);
    const row = await post(tx, actor, { caseFile, message, parentId, attachment });
    return { ...row, user, reactions: [], replies: [] };
  });
}

/**
 * What came in one mail: the text with the first file, and a message of its own for each further one, or nothing of it
 * (work/notifications.md 8.3). A file for which the case has no room is left out; an empty
 * `message` is no text at all.
 */
export async function createMailed(tx: Transaction, actor: SignedInActor, mailed: Mailed) {
  const caseFile = await lockCase(tx, actor, mailed.caseId);
  const attachments: Attached[] = [];
  for (const file of mailed.files) {
    const attachment = await keepAttachment(tx, caseFile.id, file).catch(roomless);
    if (attachment) attachments.push(attachment);
  }
  const ids: number[] = [];
  const texts = mailed.message === "" ? [] : [mailed.message];
  for (let at = 0; at < Math.max(texts.length, attachments.length); at += 1) {
    const attachment = attachments[at] ?? null;
    const message = texts[at] ?? sharedSentence(attachment?.attachmentOriginalName ?? "");
    const posted = { caseFile, message, parentId: null, attachment, source: "mail" } as const;
    ids.push((await post(tx, actor, posted)).id);
  }
  return { ids, files: attachments.length };
}

type Attached = NonNullable<Awaited<ReturnType<typeof keepAttachment>>>;
type Posting = {
  caseFile: CaseRow;
  message: string;
  parentId: number | null;
  attachment: Attached | null;
  source?: CommentRow["source"];
};

async function post(tx: Transaction, actor: SignedInActor, posting: Posting): Promise<CommentRow> {
  const { caseFile, message, parentId, attachment, source } = posting;
  const [row] = await tx
    .insert(comments)
    .values({ caseId: caseFile.id, userId: actor.id, message, parentId, source, ...attachment })
    .returning();
  if (!row) throw new Error("The inserted comment was not returned");
  await writeAtEnd(tx, insertOwnMarks, { commentId: row.id, userId: actor.id });
  await record(tx, actor, {
    name: "comment.created",
    case: caseFile,
    entries: [
      {
        action: "comment",
        metadata: {
          commentId: row.id,
          attachment: attachment?.attachmentOriginalName ?? null,
          ...(source && { source }),
        },
      },
    ],
  });
  return row;
}

/** The case is full: said by leaving the file out. */
function roomless(error: unknown): null {
  if (error instanceof AppError && error.status === 413) return null;
  throw error;
}

export async function getUnreadCount(actor: SignedInActor, caseId: number): Promise<number> {
  const [unread] = await readTogether((executor) =>
    Promise.all([
      readUnreadCount(executor, { caseId, userId: actor.id }),
      seen(executor, actor, caseId),
    ]),
  );
  return unread;
}

/**
 * No ids: everything. Ids of other cases are nobody's business here (D-138). The case is not locked: whoever writes there
 * does not wait for those who read.
 */
export async function markRead(
  actor: SignedInActor,
  { caseId, commentIds, upTo }: Reading,
): Promise<number> {
  return inTransaction(async (tx) => {
    const caseFile = await seen(tx, actor, caseId);
    const reader = { caseId, userId: actor.id };
    const [marked, unread] = await Promise.all([
      insertReadMarks(tx, actor, { caseId, commentIds, upTo }),
      readUnreadCount(tx, reader),
    ]);
    if (unread === 0) await writeAtEnd(tx, markMessagesRead, reader);
    if (marked > 0) await announceReading(tx, actor, caseFile);
    return unread;
  });
}

/** Adds one's own reaction or takes it back (D-136). */
export async function react(
  actor: SignedInActor,
  { subject, emoji }: Reacting,
): Promise<z.output<typeof Reaction>[]> {
  return inTransaction(async (tx) => {
    const own = and(
      eq(commentReactions.commentId, subject.id),
      eq(commentReactions.userId, actor.id),
      eq(commentReactions.emoji, emoji),
    );
    const caseFile = await lockCase(tx, actor, subject.caseId);
    const taken = await tx.delete(commentReactions).where(own).returning();
    const added = { commentId: subject.id, userId: actor.id, emoji };
    const [, reactions] = await Promise.all([
      taken.length === 0 && tx.insert(commentReactions).values(added),
      selectReactions(tx, eq(comments.id, subject.id)),
    ]);
    await announceCase(tx, caseFile, ["comments"]);
    return reactions;
  });
}

/** The comment that owns the name decides, by its case (S-38). */
export async function openAttachment(
  actor: SignedInActor,
  { fileName, ...accessContext }: AccessContext & { fileName: string },
): Promise<Attachment> {
  return inTransaction(async (tx) => {
    const [found] = await tx
      .select({ file: storedFiles, name: comments.attachmentOriginalName })
      .from(comments)
      .innerJoin(cases, eq(cases.id, comments.caseId))
      .innerJoin(storedFiles, eq(storedFiles.id, comments.storedFileId))
      .where(and(eq(comments.attachmentFileName, fileName), visibleCases(actor)));
    if (!found) throw notFound("file");
    const { id, kind, caseId } = found.file;
    const opened = { way: "download", what: kind, caseId, storedFileId: id } as const;
    await recordFileAccess(tx, actor, { ...accessContext, opened });
    return { file: found.file, downloadName: found.name ?? fileName };
  });
}

async function seen(executor: Executor, actor: SignedInActor, caseId: number) {
  const caseFile = await findSeenCase(executor, actor, caseId);
  if (!caseFile) throw notFound("case");
  return caseFile;
}

/** Text, or a file that speaks for itself (D-141). */
function messageOf({ message, files }: NewComment): string {
  const text = message.trim();
  if (text !== "") return text;
  const [file] = files;
  if (!file) throw badField("message", "Message is required");
  return sharedSentence(file.originalName);
}

function sharedSentence(name: string): string {
  return `Shared a file: ${name}`;
}

/** A reply to a reply belongs to the same thread (D-140). */
async function findThread(tx: Transaction, input: NewComment): Promise<number | null> {
  if (input.parentId == null) return null;
  const [parent] = await tx
    .select({ id: comments.id, parentId: comments.parentId })
    .from(comments)
    .where(and(eq(comments.id, input.parentId), eq(comments.caseId, input.caseId)));
  if (!parent) throw badField("parentId", "The message you reply to does not exist");
  return parent.parentId ?? parent.id;
}

async function keepAttachment(tx: Transaction, caseId: number, file: ReceivedFile | undefined) {
  if (file === undefined) return null;
  await assertRoomInCase(tx, caseId, [file]);
  const [stored] = await keepFiles(tx, [file]);
  if (!stored) throw new Error("The kept attachment was not returned");
  return attachmentColumns(stored, file.originalName);
}

/** A reader's other screens; nobody else is concerned. */
async function announceReading(
  tx: Transaction,
  actor: SignedInActor,
  caseFile: { id: number; caseId: string },
) {
  await announce(tx, {
    audience: { userId: actor.id },
    keys: keysOfCase(caseFile, ["list", "unreadCount", "home"]),
    rows: [{ list: "cases", id: caseFile.id, kind: "row" }],
  });
}
