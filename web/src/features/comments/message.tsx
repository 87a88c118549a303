import { Paperclip } from "lucide-react";
import { useState } from "react";
import { commentsApi, type Reply } from "contract/comments";
import { useCurrentUser } from "#web/api/current-user.ts";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { initialsOf } from "#web/format/person.ts";
import { formatDateTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { classes } from "#web/ui/classes.ts";
import { FileName } from "#web/ui/file-name.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useFound } from "#web/ui/use-found.ts";
import { useHold } from "#web/ui/use-hold.ts";
import { useTouch } from "#web/ui/use-media.ts";
import type { DiscussedCase } from "./conversation.queries.ts";
import { LikeButton, MessageBar, MessageMenu } from "./message-actions.tsx";
import { authorName, momentOf, thumbsOf } from "./thread.ts";

const texts = messages.comments;

export type MessageProps = {
  readonly caseFile: DiscussedCase;
  readonly comment: Reply;
  /** The first of a row: it shows whose they are and when they began. */
  readonly isHead: boolean;
  /** A link points at it. */
  readonly isFound?: boolean;
  readonly day: string;
  readonly onAnswer: () => void;
};

export function Message(props: MessageProps) {
  const { caseFile, comment, isHead, isFound = false } = props;
  const found = useFound<HTMLElement>(isFound);
  const isOwn = comment.user?.id === useCurrentUser().id;
  const isOnItsWay = comment.id < 0;
  const isTouched = useTouch();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const holding = useHold(isTouched && !isOnItsWay ? () => setIsMenuOpen(true) : null);
  return (
    <article
      {...found}
      className={classes(
        "flex gap-3 rounded-md",
        isOwn && "flex-row-reverse",
        isOnItsWay && "opacity-70",
      )}
    >
      {isHead ? <Face comment={comment} /> : <span className="w-7 shrink-0" />}
      <div className={classes("flex min-w-0 flex-1 flex-col", isOwn ? "items-end" : "items-start")}>
        <Head {...props} isOwn={isOwn} />
        <div
          className={classes(
            "group flex max-w-full items-center gap-1",
            isOwn && "flex-row-reverse",
            isTouched ? "max-md:gap-2" : isOwn ? "ps-6" : "pe-6",
          )}
        >
          <div className="relative min-w-0">
            <div
              {...holding}
              className={classes(
                "w-fit max-w-full rounded-lg px-3.5 py-2.5 text-base break-words whitespace-pre-wrap touch:select-none",
                isOwn ? "ms-auto bg-primary text-on-primary" : "bg-sunken",
                isHead && (isOwn ? "rounded-se-xs" : "rounded-ss-xs"),
              )}
            >
              {/* The language of the words turns the words, not the bubble. */}
              <p dir="auto">{comment.message}</p>
              <Attachment comment={comment} />
            </div>
            {isOnItsWay || isTouched ? null : <MessageBar {...props} isOwn={isOwn} />}
          </div>
          {isTouched && !isOnItsWay ? (
            <MessageMenu {...props} open={isMenuOpen} onOpenChange={setIsMenuOpen} />
          ) : null}
        </div>
        {isTouched && thumbsOf(comment).count > 0 ? (
          <LikeButton caseFile={caseFile} comment={comment} className="mt-1" />
        ) : null}
      </div>
    </article>
  );
}

function Face({ comment }: { readonly comment: Reply }) {
  return (
    <Avatar
      size="sm"
      seed={String(comment.user?.id ?? "deleted")}
      initials={comment.user === null ? "–" : initialsOf(comment.user)}
      imageUrl={comment.user?.profileImageUrl}
    />
  );
}

/** Whoever listens hears it before every message of a row. */
function Head({ comment, isHead, day, isOwn }: MessageProps & { readonly isOwn: boolean }) {
  return (
    <p className={isHead ? "mb-1 flex max-w-full items-baseline gap-2 text-xs" : "sr-only"}>
      <span className="min-w-0 truncate font-semibold" dir="auto">
        {isOwn ? texts.you : authorName(comment)}
      </span>{" "}
      <time
        dateTime={comment.createdAt}
        title={formatDateTime(comment.createdAt)}
        className="shrink-0 text-muted tabular"
      >
        {comment.id < 0 ? texts.sending : momentOf(comment, day)}
      </time>
      {comment.source === "mail" ? (
        <span className="shrink-0 text-muted"> {texts.byMail}</span>
      ) : null}
    </p>
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
      <FileName name={attachmentOriginalName} />
      {attachmentFileSize === null ? null : (
        <span className="shrink-0 text-xs opacity-80 tabular">
          {formatFileSize(attachmentFileSize)}
        </span>
      )}
    </button>
  );
}
