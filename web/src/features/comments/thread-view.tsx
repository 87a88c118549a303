import type { Comment } from "contract/comments";
import { classes } from "#web/ui/classes.ts";
import type { DiscussedCase } from "./comments.queries.ts";
import { Message } from "./message.tsx";
import { headsOf } from "./thread.ts";

type ThreadsProps = {
  readonly caseFile: DiscussedCase;
  readonly comments: readonly Comment[];
  /** The day under which they stand, where the bureau is. */
  readonly day: string;
  readonly onAnswer: (comment: Comment) => void;
};

/** Messages with their answers, one level deep (D-140). What one person says in a row stands close together. */
export function Threads({ caseFile, comments, day, onAnswer }: ThreadsProps) {
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
            day={day}
            onAnswer={() => onAnswer(comment)}
          />
          <Answers caseFile={caseFile} comment={comment} day={day} onAnswer={onAnswer} />
        </li>
      ))}
    </ol>
  );
}

type AnswersProps = Omit<ThreadsProps, "comments"> & { readonly comment: Comment };

function Answers({ caseFile, comment, day, onAnswer }: AnswersProps) {
  if (comment.replies.length === 0) return null;
  const heads = headsOf(comment.replies);
  return (
    <ol className="ms-10 mt-3 border-s border-line ps-3">
      {comment.replies.map((reply) => (
        <li key={reply.id} className={classes("first:mt-0", heads.has(reply.id) ? "mt-3" : "mt-1")}>
          <Message
            caseFile={caseFile}
            comment={reply}
            isHead={heads.has(reply.id)}
            day={day}
            onAnswer={() => onAnswer(comment)}
          />
        </li>
      ))}
    </ol>
  );
}
