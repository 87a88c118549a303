import { MessagesSquare } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Comment } from "contract/comments";
import { messages } from "#web/messages/messages.ts";
import { SidePanel } from "#web/ui/side-panel.tsx";
import { Skeleton, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";
import { type DiscussedCase, useComments, useMarkRead } from "./comments.queries.ts";
import { MessageBox } from "./message-box.tsx";
import { Threads } from "./thread-view.tsx";
import { groupByDay, idsOf } from "./thread.ts";

const texts = messages.comments;
/** The messages are drawn by then (C:112). */
const SCROLL_DELAY_MS = 100;

type DiscussionPanelProps = {
  readonly caseFile: DiscussedCase;
  /** Under the title: badges of the case. */
  readonly meta?: ReactNode;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** The conversation of a case at the side of the screen, on phones the whole screen. */
export function DiscussionPanel({ caseFile, meta, open, onOpenChange }: DiscussionPanelProps) {
  return open ? <OpenPanel caseFile={caseFile} meta={meta} onOpenChange={onOpenChange} /> : null;
}

function OpenPanel({ caseFile, meta, onOpenChange }: Omit<DiscussionPanelProps, "open">) {
  const [answered, setAnswered] = useState<Comment | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <SidePanel
      open
      onOpenChange={onOpenChange}
      ownScroll
      initialFocus={box}
      title={
        <>
          <span className="sr-only">{texts.title}: </span>
          <span dir={titleDirection(caseFile.title)}>{caseFile.title}</span>
        </>
      }
      meta={
        <>
          {meta}
          <span className="tabular">{caseFile.caseId}</span>
        </>
      }
      footer={
        <MessageBox
          caseFile={caseFile}
          answered={answered}
          onAnsweredChange={setAnswered}
          box={box}
        />
      }
    >
      <Conversation caseFile={caseFile} onAnswer={setAnswered} />
    </SidePanel>
  );
}

type ConversationProps = {
  readonly caseFile: DiscussedCase;
  readonly onAnswer: (comment: Comment) => void;
};

function Conversation({ caseFile, onAnswer }: ConversationProps) {
  const comments = useComments(caseFile);
  const scroller = useReadAndScroll(caseFile, comments.data);
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={texts.title}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4"
    >
      {comments.isPending ? <ConversationSkeleton /> : null}
      {comments.isError ? (
        <ErrorState
          message={texts.failed}
          onRetry={() => void comments.refetch()}
          retrying={comments.isFetching}
        />
      ) : null}
      {comments.data?.length === 0 ? (
        <EmptyState icon={MessagesSquare} title={texts.none} description={texts.noneHint} />
      ) : null}
      {groupByDay(comments.data ?? []).map((day) => (
        <section key={day.key} aria-label={day.label}>
          <p className="my-4 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {day.label}
          </p>
          <Threads caseFile={caseFile} comments={day.comments} day={day.key} onAnswer={onAnswer} />
        </section>
      ))}
    </div>
  );
}

/** What is on the screen counts as read; the newest message is in sight when the panel opens and when one arrives. */
function useReadAndScroll(caseFile: DiscussedCase, comments: readonly Comment[] | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const { mutate: markRead } = useMarkRead(caseFile);
  const ids = comments === undefined ? "" : idsOf(comments).join(",");
  useEffect(() => {
    if (ids === "") return;
    markRead(
      ids
        .split(",")
        .map(Number)
        .filter((id) => id > 0),
    );
    const timer = setTimeout(() => {
      const element = scroller.current;
      element?.scrollTo({ top: element.scrollHeight });
    }, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [ids, markRead]);
  return scroller;
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
