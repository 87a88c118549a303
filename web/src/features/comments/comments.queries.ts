import { useMutation, useQuery } from "@tanstack/react-query";
import { type Comment, commentsApi, THUMBS_UP, MOST_MARKED_AT_ONCE } from "contract/comments";
import type { CurrentUser } from "contract/session";
import { call, read } from "#web/api/client.ts";
import { useCurrentUser } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { tellRowChanges } from "#web/api/row-changes.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { changeConversation, type DiscussedCase } from "./conversation.queries.ts";
import { withComment, withoutComment, withReactions } from "./thread.ts";

const texts = messages.comments;

export type NewComment = {
  readonly message: string;
  readonly parentId: number | null;
  readonly file: File | null;
};

export function useUnreadCount(caseFile: DiscussedCase) {
  return useQuery(read(commentsApi.getUnreadCount, { params: { id: caseFile.id } }));
}

/** The badge goes at once, in the list and on the case screen (C:112). */
export function useMarkRead(caseFile: DiscussedCase) {
  return useMutation({
    mutationFn: (read: readonly number[] | "everything") =>
      read === "everything"
        ? call(commentsApi.markRead, { params: { id: caseFile.id }, body: {} })
        : markInPieces(caseFile, read),
    onSuccess: ({ unreadCount }) => {
      queryClient.setQueryData(
        read(commentsApi.getUnreadCount, { params: { id: caseFile.id } }).queryKey,
        { unreadCount },
      );
      tellRowChanges([{ list: "cases", id: caseFile.id, kind: "row" }]);
    },
    // A mark that failed is set the next time the discussion opens; nobody needs to be told.
    onError: () => undefined,
  });
}

/** The last answer says how many are left. */
async function markInPieces(caseFile: DiscussedCase, ids: readonly number[]) {
  const mark = (commentIds: number[]) =>
    call(commentsApi.markRead, { params: { id: caseFile.id }, body: { commentIds } });
  let answer = await mark(ids.slice(0, MOST_MARKED_AT_ONCE));
  for (let from = MOST_MARKED_AT_ONCE; from < ids.length; from += MOST_MARKED_AT_ONCE)
    answer = await mark(ids.slice(from, from + MOST_MARKED_AT_ONCE));
  return answer;
}

/** Puts a message where it belongs, as far as that has been read. */
function addMessage(caseFile: DiscussedCase, added: Comment): void {
  changeConversation(caseFile, (threads, isEnd) =>
    added.parentId === null && !isEnd
      ? [...threads]
      : withComment(threads, { ...added, moreReplies: 0 }),
  );
}

function takeMessage(caseFile: DiscussedCase, id: number): void {
  changeConversation(caseFile, (threads) => withoutComment(threads, id));
}

let nextTemporaryId = -1;

/** What was written stands in the thread at once, with a negative id until the server has it. */
function temporaryComment(
  caseFile: DiscussedCase,
  written: NewComment,
  user: CurrentUser,
): Comment {
  nextTemporaryId -= 1;
  return {
    id: nextTemporaryId,
    caseId: caseFile.id,
    message: written.message,
    parentId: written.parentId,
    user,
    createdAt: new Date().toISOString(),
    source: "portal",
    reactions: [],
    replies: [],
    attachmentFileName: null,
    attachmentOriginalName: written.file?.name ?? null,
    attachmentMimeType: written.file?.type ?? null,
    attachmentFileSize: written.file?.size ?? null,
  };
}

/** On failure the comment disappears again and the caller gives the typed text back. */
export function useSendComment(caseFile: DiscussedCase) {
  const user = useCurrentUser();
  return useMutation({
    mutationFn: ({ message, parentId, file }: NewComment) =>
      file === null
        ? call(commentsApi.create, { params: { id: caseFile.id }, body: { message, parentId } })
        : upload(commentsApi.create, {
            params: { id: caseFile.id },
            files: [file],
            fields: { message, parentId },
          }),
    onMutate: (written) => {
      const temporary = temporaryComment(caseFile, written, user);
      addMessage(caseFile, temporary);
      return temporary;
    },
    onSuccess: (sent, _, temporary) => {
      takeMessage(caseFile, temporary.id);
      addMessage(caseFile, sent);
    },
    onError: (error, written, temporary) => {
      if (temporary) takeMessage(caseFile, temporary.id);
      failureToast(
        texts.errorTitle,
        written.file === null ? texts.sendFailed : texts.sendFileFailed,
      )(error);
    },
  });
}

export function useReact(caseFile: DiscussedCase) {
  return useMutation({
    mutationFn: (commentId: number) =>
      call(commentsApi.react, { params: { id: commentId }, body: { emoji: THUMBS_UP } }),
    onSuccess: (reactions, commentId) =>
      changeConversation(caseFile, (threads) => withReactions(threads, commentId, reactions)),
    onError: failureToast(texts.errorTitle, texts.reactFailed),
  });
}
