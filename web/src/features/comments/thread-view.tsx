import { useEffect, useState } from "react";
import type { Comment, Reply } from "contract/comments";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import type { Thread } from "./comment-pages.ts";
import { type DiscussedCase, useEarlierAnswers } from "./conversation.queries.ts";
import { Message } from "./message.tsx";
import { headsOf } from "./thread.ts";

type ThreadsProps = {
  readonly caseFile: DiscussedCase;
  readonly comments: readonly Thread[];
  /** The day under which they stand, where the bureau is. */
  readonly day: string;
  /** The message a link points at. */
  readonly found?: number | null;
  readonly onAnswer: (comment: Comment) => void;
};

/** Messages with their answers, one level deep (D-140). What one person says in a row stands close together. */
export function Threads({ caseFile, comments, day, found = null, onAnswer }: ThreadsProps) {
  const heads = headsOf(comments);
  return (
    <ol>
      {comments.map((comment) => (
        <li
          key={comment.id}
          className={classes("first:mt-0", heads.has(comment.id) ? "mt-5" : "mt-1")}
        >
          <Message
            caseFile={caseFile}
            comment={comment}
            isHead={heads.has(comment.id)}
            isFound={comment.id === found}
            day={day}
            onAnswer={() => onAnswer(comment)}
          />
          <Answers
            caseFile={caseFile}
            thread={comment}
            day={day}
            found={found}
            onAnswer={() => onAnswer(comment)}
          />
        </li>
      ))}
    </ol>
  );
}

type AnswersProps = Omit<ThreadsProps, "comments" | "onAnswer"> & {
  readonly thread: Thread;
  readonly onAnswer: () => void;
};

function Answers(props: AnswersProps) {
  const { thread } = props;
  if (thread.replies.length === 0) return null;
  return (
    <ol className="ms-10 mt-3 border-s border-line ps-3">
      {thread.moreReplies ? <EarlierAnswers {...props} moreReplies={thread.moreReplies} /> : null}
      <AnswerLines {...props} replies={thread.replies} />
    </ol>
  );
}

type EarlierProps = AnswersProps & { readonly moreReplies: number };

/** A link may point at one that did not come with its thread. */
function EarlierAnswers(props: EarlierProps) {
  const { thread, found = null, moreReplies } = props;
  const isFoundBefore = found !== null && found > thread.id && found < (thread.replies[0]?.id ?? 0);
  const [isWanted, setIsWanted] = useState(isFoundBefore);
  return isWanted ? (
    <ReadEarlier {...props} isSought={isFoundBefore} />
  ) : (
    <MoreAnswers count={moreReplies} onPress={() => setIsWanted(true)} />
  );
}

function ReadEarlier({ isSought, ...props }: EarlierProps & { readonly isSought: boolean }) {
  const earlier = useEarlierAnswers(props.caseFile, props.thread);
  const { replies, moreReplies } = earlier.data ?? { replies: [], moreReplies: 0 };
  const isSeeking =
    replies.length === 0 || (isSought && !replies.some(({ id }) => id === props.found));
  const { isFetching, isError, hasNextPage, fetchNextPage } = earlier;
  useEffect(() => {
    if (isSeeking && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isSeeking, replies.length, hasNextPage, isFetching, isError, fetchNextPage]);
  return (
    <>
      {moreReplies > 0 ? (
        <MoreAnswers
          count={moreReplies}
          isPending={isFetching}
          onPress={() => void fetchNextPage()}
        />
      ) : null}
      <AnswerLines {...props} replies={replies} />
    </>
  );
}

type MoreAnswersProps = {
  readonly count: number;
  readonly isPending?: boolean;
  readonly onPress: () => void;
};

function MoreAnswers({ count, isPending = false, onPress }: MoreAnswersProps) {
  return (
    <li className="mb-3">
      <Button variant="ghost" size="sm" className="-ms-2.5" pending={isPending} onClick={onPress}>
        {messages.comments.earlierAnswers(count)}
      </Button>
    </li>
  );
}

function AnswerLines({
  caseFile,
  day,
  found,
  onAnswer,
  replies,
}: AnswersProps & { readonly replies: readonly Reply[] }) {
  const heads = headsOf(replies);
  return replies.map((reply) => (
    <li key={reply.id} className={classes("first:mt-0", heads.has(reply.id) ? "mt-3" : "mt-1")}>
      <Message
        caseFile={caseFile}
        comment={reply}
        isHead={heads.has(reply.id)}
        isFound={reply.id === found}
        day={day}
        onAnswer={onAnswer}
      />
    </li>
  ));
}
