import { CornerDownRight, Paperclip, ThumbsUp } from "lucide-react";
import { type Comment, commentsApi, type Reply } from "contract/comments";
import { useCurrentUser } from "#web/api/current-user.ts";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { initialsOf } from "#web/format/person.ts";
import { formatDateTime, formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { classes } from "#web/ui/classes.ts";
import { formatFileSize } from "#web/ui/file-size.ts";
import { Icon } from "#web/ui/icon.tsx";
import { type DiscussedCase, useReact } from "./comments.queries.ts";
import { authorName, thumbsOf } from "./thread.ts";

const texts = messages.comments;

type ThreadProps = {
  readonly caseFile: DiscussedCase;
  readonly comment: Comment;
  readonly onAnswer: (comment: Comment) => void;
};

/** A message with its answers, one level deep (D-140). */
export function Thread({ caseFile, comment, onAnswer }: ThreadProps) {
  return (
    <li>
      <Message caseFile={caseFile} comment={comment} onAnswer={() => onAnswer(comment)} />
      {comment.replies.length > 0 ? (
        <ol className="ms-10 mt-3 flex flex-col gap-3 border-s border-line ps-3">
          {comment.replies.map((reply) => (
            <li key={reply.id}>
              <Message caseFile={caseFile} comment={reply} onAnswer={() => onAnswer(comment)} />
            </li>
          ))}
        </ol>
      ) : null}
    </li>
  );
}

type MessageProps = {
  readonly caseFile: DiscussedCase;
  readonly comment: Reply;
  readonly onAnswer: () => void;
};

function Message({ caseFile, comment, onAnswer }: MessageProps) {
  const user = useCurrentUser();
  const isOwn = comment.user?.id === user.id;
  const isOnItsWay = comment.id < 0;
  const name = authorName(comment);
  const when = isOnItsWay ? texts.sending : formatRelativeTime(comment.createdAt);
  return (
    <article
      className={classes("flex gap-3", isOwn && "flex-row-reverse", isOnItsWay && "opacity-70")}
    >
      <Avatar
        size="sm"
        seed={String(comment.user?.id ?? "deleted")}
        initials={comment.user === null ? "–" : initialsOf(comment.user)}
        imageUrl={comment.user?.profileImageUrl}
      />
      <div
        className={classes(
          "flex min-w-0 flex-1 flex-col",
          isOwn ? "items-end ps-6" : "items-start pe-6",
        )}
      >
        <p className="flex items-baseline gap-2 text-xs">
          <span className="font-semibold" dir="auto">
            {isOwn ? texts.you : name}
          </span>
          <time
            dateTime={comment.createdAt}
            title={formatDateTime(comment.createdAt)}
            className="text-muted"
          >
            {when}
          </time>
        </p>
        <div
          className={classes(
            "mt-1 max-w-full rounded-lg px-3.5 py-2.5 text-base break-words whitespace-pre-wrap",
            isOwn ? "rounded-se-xs bg-primary text-on-primary" : "rounded-ss-xs bg-sunken",
          )}
        >
          {/* The language of the words turns the words, not the bubble. */}
          <p dir="auto">{comment.message}</p>
          <Attachment comment={comment} />
        </div>
        {isOnItsWay ? null : (
          <MessageActions
            caseFile={caseFile}
            comment={comment}
            userId={user.id}
            name={name}
            onAnswer={onAnswer}
          />
        )}
      </div>
    </article>
  );
}

function Attachment({ comment }: { readonly comment: Reply }) {
  const { attachmentFileName, attachmentOriginalName, attachmentFileSize } = comment;
  if (attachmentOriginalName === null) return null;
  const save = () => {
    if (attachmentFileName === null) return;
    const url = urlOf(commentsApi.downloadAttachment, { params: { fileName: attachmentFileName } });
    void download(url, attachmentOriginalName).catch(
      failureToast(texts.downloadFailedTitle, texts.downloadFailed),
    );
  };
  return (
    <button
      type="button"
      disabled={attachmentFileName === null}
      onClick={save}
      className="mt-2 flex max-w-full items-center gap-2 rounded-md border border-current/25 px-2.5 py-1.5 text-start text-sm enabled:hover:underline"
    >
      <span className="sr-only">{texts.downloadFile}</span>
      <Icon of={Paperclip} size={14} className="shrink-0" />
      <span className="min-w-0 truncate">{attachmentOriginalName}</span>
      {attachmentFileSize === null ? null : (
        <span className="shrink-0 text-xs opacity-80 tabular">
          {formatFileSize(attachmentFileSize)}
        </span>
      )}
    </button>
  );
}

type MessageActionsProps = MessageProps & { readonly userId: number; readonly name: string };

function MessageActions({ caseFile, comment, userId, name, onAnswer }: MessageActionsProps) {
  const react = useReact(caseFile);
  const thumbs = thumbsOf(comment.reactions, userId);
  const look = "inline-flex h-7 items-center gap-1.5 rounded-full px-2 text-xs transition-colors";
  return (
    <div className="mt-1 flex items-center gap-1">
      <button
        type="button"
        aria-pressed={thumbs.isOwn}
        aria-label={
          thumbs.count > 0 ? `${texts.addLike}, ${texts.like(thumbs.count)}` : texts.addLike
        }
        disabled={react.isPending}
        onClick={() => react.mutate(comment.id)}
        className={classes(
          look,
          thumbs.count > 0 ? "border border-line-strong" : "text-muted",
          thumbs.isOwn ? "border-accent bg-accent-soft text-accent" : "hover:bg-ink/6",
        )}
      >
        <Icon of={ThumbsUp} size={13} />
        {thumbs.count > 0 ? <span className="tabular">{thumbs.count}</span> : null}
      </button>
      <button
        type="button"
        aria-label={texts.replyTo(name)}
        onClick={onAnswer}
        className={classes(look, "text-muted hover:bg-ink/6 hover:text-ink")}
      >
        <Icon of={CornerDownRight} size={13} className="rtl:-scale-x-100" />
        {texts.reply}
      </button>
    </div>
  );
}
