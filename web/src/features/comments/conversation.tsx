import { ArrowDown, MessagesSquare } from "lucide-react";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Comment } from "contract/comments";
import { ApiError } from "#web/api/api-error.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Skeleton, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { EmptyState, ErrorState, Gone } from "#web/ui/states.tsx";
import { endsWithNewest, threadsOf } from "./comment-pages.ts";
import { useMarkRead } from "./comments.queries.ts";
import { type DiscussedCase, forgetEarlier, useConversation } from "./conversation.queries.ts";
import { Threads } from "./thread-view.tsx";
import { groupByDay, idsOf } from "./thread.ts";
import { distanceToEnd, scrollToEnd, useKeptPlace } from "./use-kept-place.ts";

const texts = messages.comments;
/** The messages are drawn by then (C:112). */
const SCROLL_DELAY_MS = 100;
/** More than what is drawn late moves the end by. */
const LATE_PX = 200;
/** So near to an edge more is read. */
const AHEAD_PX = 800;
/** So far from the end there is a way back to it. */
const FAR_PX = 240;

type ConversationProps = {
  readonly caseFile: DiscussedCase;
  /** The message to begin at; null: the newest. */
  readonly message: number | null;
  readonly onAnswer: (comment: Comment) => void;
  /** Begins anew, at the newest message. */
  readonly onNewest: () => void;
};

export function Conversation(props: ConversationProps) {
  const { caseFile, message, onAnswer, onNewest } = props;
  const conversation = useConversation(caseFile, message);
  const threads = threadsOf(conversation.data);
  const hasNewest = endsWithNewest(conversation.data);
  const scroller = useRef<HTMLDivElement>(null);
  const [isFar, setIsFar] = useState(false);
  useKeptPlace(scroller, hasNewest);
  useRead({ caseFile, threads, hasNewest });
  useStartAtEnd(scroller, message === null && conversation.isSuccess);
  useEnd(scroller, threads.at(-1)?.id ?? 0);
  const readOn = useReadingOn(scroller, conversation);
  useEffect(() => () => forgetEarlier(caseFile), [caseFile]);

  if (
    conversation.error instanceof ApiError &&
    conversation.error.status === 404 &&
    message !== null
  ) {
    return (
      <>
        <Gone className="mx-5 mt-4">{texts.gone}</Gone>
        <Conversation {...props} message={null} />
      </>
    );
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-label={texts.title}
        aria-busy={conversation.isFetchingPreviousPage}
        onScroll={({ currentTarget }) => {
          setIsFar(distanceToEnd(currentTarget) > FAR_PX);
          readOn();
        }}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 [overflow-anchor:none]"
      >
        {conversation.isPending ? <ConversationSkeleton /> : null}
        {conversation.isLoadingError || conversation.isRefetchError ? (
          <ErrorState
            message={texts.failed}
            onRetry={() => void conversation.refetch()}
            retrying={conversation.isFetching}
          />
        ) : null}
        {conversation.isSuccess && threads.length === 0 ? (
          <EmptyState icon={MessagesSquare} title={texts.none} description={texts.noneHint} />
        ) : null}
        <Edge
          isLoading={conversation.isFetchingPreviousPage}
          failure={conversation.isFetchPreviousPageError ? texts.earlierFailed : null}
          onRetry={() => void conversation.fetchPreviousPage()}
        />
        {groupByDay(threads).map((day) => (
          <section key={day.key} aria-label={day.label}>
            <p className="my-4 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {day.label}
            </p>
            <Threads
              caseFile={caseFile}
              comments={day.comments}
              day={day.key}
              found={message}
              onAnswer={onAnswer}
            />
          </section>
        ))}
        <Edge
          isLoading={conversation.isFetchingNextPage}
          failure={conversation.isFetchNextPageError ? texts.laterFailed : null}
          onRetry={() => void conversation.fetchNextPage()}
        />
      </div>
      {conversation.isSuccess && (isFar || !hasNewest) ? (
        <Button
          variant="secondary"
          size="sm"
          icon={<Icon of={ArrowDown} size={14} />}
          onClick={() => (hasNewest ? scrollToEnd(scroller.current) : onNewest())}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-overlay"
        >
          {texts.newest}
        </Button>
      ) : null}
    </div>
  );
}

type Read = {
  readonly caseFile: DiscussedCase;
  readonly threads: readonly Comment[];
  readonly hasNewest: boolean;
};

/** Whoever has the newest messages before him has read the conversation (C:112); elsewhere what is on the screen. */
function useRead({ caseFile, threads, hasNewest }: Read): void {
  const { mutate: markRead } = useMarkRead(caseFile);
  const ids = idsOf(threads).filter((id) => id > 0);
  const said = hasNewest ? String(Math.max(0, ...ids)) : ids.join(",");
  useEffect(() => {
    if (said === "" || said === "0") return;
    markRead(hasNewest ? "everything" : said.split(",").map(Number));
  }, [said, hasNewest, markRead]);
}

/** At once, and again when everything is drawn; whoever has scrolled by then stays where he is. */
function useStartAtEnd(scroller: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!isThere || box === null) return;
    scrollToEnd(box);
    const timer = setTimeout(() => scrollToEnd(box), SCROLL_DELAY_MS);
    const leave = () => {
      if (distanceToEnd(box) > LATE_PX) clearTimeout(timer);
    };
    box.addEventListener("scroll", leave, { passive: true });
    return () => {
      clearTimeout(timer);
      box.removeEventListener("scroll", leave);
    };
  }, [isThere, scroller]);
}

/** What one writes oneself is seen, wherever one has read; until it is sent its id is below zero. */
function useEnd(scroller: RefObject<HTMLElement | null>, lastId: number): void {
  useEffect(() => {
    if (lastId < 0) scrollToEnd(scroller.current);
  }, [lastId, scroller]);
}

/** Reads the next messages before the last ones are reached. */
function useReadingOn(
  scroller: RefObject<HTMLElement | null>,
  conversation: ReturnType<typeof useConversation>,
): () => void {
  const { data, hasPreviousPage, hasNextPage, isFetching, isError } = conversation;
  const readOn = () => {
    const box = scroller.current;
    if (!box || isFetching || isError) return;
    if (hasPreviousPage && box.scrollTop < AHEAD_PX) void conversation.fetchPreviousPage();
    else if (hasNextPage && distanceToEnd(box) < AHEAD_PX) void conversation.fetchNextPage();
  };
  // Also while there is too little to scroll. Not before the place to begin at is in sight.
  const readOnNow = useEffectEvent(readOn);
  useEffect(() => {
    if (data === undefined || isFetching) return;
    const timer = setTimeout(() => readOnNow(), SCROLL_DELAY_MS * 2);
    return () => clearTimeout(timer);
  }, [data, isFetching]);
  return readOn;
}

type EdgeProps = {
  readonly isLoading: boolean;
  readonly failure: string | null;
  readonly onRetry: () => void;
};

/** Where more is being read, or could not be. */
function Edge({ isLoading, failure, onRetry }: EdgeProps) {
  if (isLoading) {
    return (
      <div className="grid h-10 place-items-center">
        <Spinner label={texts.loadingMore} />
      </div>
    );
  }
  if (failure === null) return null;
  return (
    <p role="alert" className="flex items-center justify-center gap-3 py-2 text-sm text-muted">
      {failure}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {messages.ui.retry}
      </Button>
    </p>
  );
}

function ConversationSkeleton() {
  return (
    <SkeletonScreen label={texts.loading}>
      <div className="flex flex-col gap-5 pt-4">
        {["w-3/4", "w-1/2", "w-2/3"].map((width) => (
          <div key={width} className="flex gap-3">
            <Skeleton className="size-7 shrink-0 rounded-full" />
            <Skeleton className={`h-16 rounded-lg ${width}`} />
          </div>
        ))}
      </div>
    </SkeletonScreen>
  );
}
