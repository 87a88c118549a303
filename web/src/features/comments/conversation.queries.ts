import { useInfiniteQuery } from "@tanstack/react-query";
import { type CommentPage, commentsApi } from "contract/comments";
import { call } from "#web/api/client.ts";
import { queryClient } from "#web/api/query.ts";
import { urlOf } from "#web/api/request.ts";
import {
  type ChangeOfThreads,
  type ConversationPages,
  endsWithNewest,
  inPages,
  type Thread,
} from "./comment-pages.ts";

export type DiscussedCase = {
  readonly id: number;
  readonly caseId: string;
  readonly title: string;
};

type Turn = { readonly before?: string; readonly after?: string; readonly around?: string };

/** With 50 threads a page: whoever reads far back lets go of the newest, and they are read again on the way down. */
const MOST_PAGES = 8;

const startOf = (around: number | null): Turn =>
  around === null ? {} : { around: String(around) };

function keyOf(caseFile: DiscussedCase, around: number | null): string {
  return urlOf(commentsApi.page, { params: { id: caseFile.id }, query: startOf(around) });
}

/** From the newest messages on, or from around one of them; more of it in both directions when it is asked for. */
export function useConversation(caseFile: DiscussedCase, around: number | null) {
  const params = { id: caseFile.id };
  return useInfiniteQuery({
    queryKey: [keyOf(caseFile, around)],
    queryFn: ({ pageParam, signal }) =>
      call(commentsApi.page, { params, query: pageParam, signal }),
    initialPageParam: startOf(around),
    getPreviousPageParam: ({ before }): Turn | undefined =>
      before === null ? undefined : { before: String(before) },
    getNextPageParam: ({ after }): Turn | undefined =>
      after === null ? undefined : { after: String(after) },
    maxPages: MOST_PAGES,
  });
}

/** What was answered before the answers that came with a thread, page by page towards its beginning. */
export function useEarlierAnswers(caseFile: DiscussedCase, thread: Thread) {
  const params = { id: caseFile.id };
  const id = String(thread.id);
  const [first] = thread.replies;
  return useInfiniteQuery({
    queryKey: [urlOf(commentsApi.page, { params, query: { thread: id } })],
    queryFn: ({ pageParam, signal }) =>
      call(commentsApi.page, {
        params,
        query: { thread: id, before: pageParam === null ? undefined : String(pageParam) },
        signal,
      }),
    // The latest page is there already. It is kept with the others, so that all move together when something is added.
    initialData: {
      pages: [
        {
          threads: [{ ...thread, moreReplies: thread.moreReplies ?? 0 }],
          before: null,
          after: null,
        },
      ],
      pageParams: [null],
    } as { pages: CommentPage[]; pageParams: (number | null)[] },
    initialPageParam: null as number | null,
    getNextPageParam: ({ threads: [page] }) =>
      page !== undefined && page.moreReplies > 0 ? page.replies[0]?.id : undefined,
    select: ({ pages }) => ({
      moreReplies: pages.at(-1)?.threads[0]?.moreReplies ?? 0,
      replies: pages
        .toReversed()
        .flatMap(({ threads: [page] }) => page?.replies ?? [])
        .filter((reply) => reply.id > 0 && reply.id < (first?.id ?? 0)),
    }),
  });
}

/** Changes what has been read of a conversation, wherever it was begun. */
export function changeConversation(caseFile: DiscussedCase, change: ChangeOfThreads): void {
  const path = keyOf(caseFile, null);
  queryClient.setQueriesData<ConversationPages>(
    { predicate: ({ queryKey: [key] }) => String(key).split("?", 1)[0] === path },
    (pages) => pages && inPages(pages, change),
  );
}

/** Whether what was begun at this message, or at the newest, has come to the newest. */
export function showsNewest(caseFile: DiscussedCase, around: number | null): boolean {
  return endsWithNewest(queryClient.getQueryData<ConversationPages>([keyOf(caseFile, around)]));
}

/** A discussion opens at its newest messages, however far back it was read before. */
export function forgetEarlier(caseFile: DiscussedCase): void {
  const queryKey = [keyOf(caseFile, null)];
  const known = queryClient.getQueryData<ConversationPages>(queryKey);
  if (known && known.pages.length > 1) queryClient.removeQueries({ queryKey, exact: true });
}
