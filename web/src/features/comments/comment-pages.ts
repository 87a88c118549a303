import type { InfiniteData } from "@tanstack/react-query";
import type { Comment, CommentPage } from "contract/comments";

/** A message with the latest of its answers; `moreReplies` tells how many came before them. */
export type Thread = Comment & { readonly moreReplies?: number };
/** Pages that lie one behind the other, the earliest first. */
export type ConversationPages = InfiniteData<CommentPage>;

type PageThread = CommentPage["threads"][number];

export function threadsOf(pages: ConversationPages | undefined): PageThread[] {
  return pages?.pages.flatMap(({ threads }) => threads) ?? [];
}

/** Nothing comes behind the last of them. */
export function endsWithNewest(pages: ConversationPages | undefined): boolean {
  return pages !== undefined && pages.pages.at(-1)?.after === null;
}

/** `isEnd`: what is said now goes behind these. */
export type ChangeOfThreads = (threads: readonly PageThread[], isEnd: boolean) => PageThread[];

export function inPages(pages: ConversationPages, change: ChangeOfThreads): ConversationPages {
  const last = pages.pages.length - 1;
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({
      ...page,
      threads: change(page.threads, index === last && page.after === null),
    })),
  };
}
