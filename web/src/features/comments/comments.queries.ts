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
import { withComment, withoutComment, withReactions } from "./thread.ts";

const texts = messages.comments;

export type DiscussedCase = {
  readonly id: number;
  readonly caseId: string;
  readonly title: string;
};
export type NewComment = {
  readonly message: string;
  readonly parentId: number | null;
  readonly file: File | null;
};

export function useComments(caseFile: DiscussedCase) {
  return useQuery(read(commentsApi.list, { params: { id: caseFile.id } }));
}

export function useUnreadCount(caseFile: DiscussedCase) {
  return useQuery(read(commentsApi.getUnreadCount, { params: { id: caseFile.id } }));
}

/** The badge goes at once, in the list and on the case screen (C:112). */
export function useMarkRead(caseFile: DiscussedCase) {
  return useMutation({
    mutationFn: (commentIds: readonly number[]) => markInPieces(caseFile, commentIds),
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

function changeComments(caseFile: DiscussedCase, change: (comments: Comment[]) => Comment[]): void {
  const { queryKey } = read(commentsApi.list, { params: { id: caseFile.id } });
  queryClient.setQueryData<Comment[]>(queryKey, (comments) => comments && change(comments));
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
      changeComments(caseFile, (comments) => withComment(comments, temporary));
      return temporary;
    },
    onSuccess: (sent, _, temporary) =>
      changeComments(caseFile, (comments) =>
        withComment(withoutComment(comments, temporary.id), sent),
      ),
    onError: (error, written, temporary) => {
      if (temporary) changeComments(caseFile, (comments) => withoutComment(comments, temporary.id));
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
      changeComments(caseFile, (comments) => withReactions(comments, commentId, reactions)),
    onError: failureToast(texts.errorTitle, texts.reactFailed),
  });
}
