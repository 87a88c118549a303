import { Copy, CornerDownRight, EllipsisVertical, ThumbsUp } from "lucide-react";
import type { Reply } from "contract/comments";
import { useCurrentUser } from "#web/api/current-user.ts";
import { formatDateTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { classes } from "#web/ui/classes.ts";
import { DropdownMenu, MenuItem, MenuLabel } from "#web/ui/dropdown-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useReact } from "./comments.queries.ts";
import type { DiscussedCase } from "./conversation.queries.ts";
import { authorName, thumbsOf } from "./thread.ts";

const texts = messages.comments;
const buttonLook =
  "inline-flex h-7 items-center gap-1.5 rounded-full px-2 text-xs transition-colors";
const onlyWhenMeant =
  "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-within:opacity-100";
const floating = `absolute end-2 top-full z-10 -mt-3.5 rounded-full border border-line bg-raised shadow-overlay ${onlyWhenMeant}`;

type ActionsProps = {
  readonly caseFile: DiscussedCase;
  readonly comment: Reply;
  readonly onAnswer: () => void;
};

/**
 * What a mouse or a keyboard does with a message. Over its lower edge, where nothing is written, so that it takes no
 * room until it is wanted; below it as soon as there are thumbs, which are always to be seen.
 */
export function MessageBar({
  caseFile,
  comment,
  onAnswer,
  isOwn,
}: ActionsProps & { readonly isOwn: boolean }) {
  const hasThumbs = thumbsOf(comment).count > 0;
  return (
    <div
      className={classes(
        "flex items-center gap-1",
        isOwn && "flex-row-reverse",
        hasThumbs ? "mt-1" : floating,
      )}
    >
      <LikeButton caseFile={caseFile} comment={comment} />
      <button
        type="button"
        aria-label={texts.replyTo(authorName(comment))}
        onClick={onAnswer}
        className={classes(
          buttonLook,
          "text-muted hover:bg-ink/6 hover:text-ink",
          hasThumbs && onlyWhenMeant,
        )}
      >
        <Icon of={CornerDownRight} size={13} className="rtl:-scale-x-100" />
        {texts.reply}
      </button>
    </div>
  );
}

type LikeButtonProps = Omit<ActionsProps, "onAnswer"> & { readonly className?: string };

export function LikeButton({ caseFile, comment, className }: LikeButtonProps) {
  const user = useCurrentUser();
  const react = useReact(caseFile);
  const thumbs = thumbsOf(comment, user.id);
  return (
    <button
      type="button"
      aria-pressed={thumbs.isOwn}
      aria-label={
        thumbs.count > 0 ? `${texts.addLike}, ${texts.like(thumbs.count)}` : texts.addLike
      }
      disabled={react.isPending}
      onClick={() => react.mutate(comment.id)}
      className={classes(
        "relative reach",
        buttonLook,
        thumbs.count > 0 ? "border border-line-strong" : "text-muted",
        thumbs.isOwn ? "border-accent bg-accent-soft text-accent" : "hover:bg-ink/6",
        className,
      )}
    >
      <Icon of={ThumbsUp} size={13} />
      {thumbs.count > 0 ? <span className="tabular">{thumbs.count}</span> : null}
    </button>
  );
}

type MessageMenuProps = ActionsProps & {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** What a finger does with a message: behind one button, and behind the message itself when it is held. */
export function MessageMenu({ caseFile, comment, onAnswer, open, onOpenChange }: MessageMenuProps) {
  const react = useReact(caseFile);
  return (
    <DropdownMenu
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <PlainIconButton
          size="xs"
          icon={EllipsisVertical}
          label={messages.ui.actionsFor(authorName(comment))}
          title=""
          pending={react.isPending}
        />
      }
    >
      <MenuLabel>{formatDateTime(comment.createdAt)}</MenuLabel>
      <MenuItem icon={ThumbsUp} onSelect={() => react.mutate(comment.id)}>
        {texts.addLike}
      </MenuItem>
      <MenuItem icon={CornerDownRight} onSelect={onAnswer}>
        {texts.reply}
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => void copy(comment.message)}>
        {texts.copyText}
      </MenuItem>
    </DropdownMenu>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: texts.copied });
  } catch {
    toast({ title: texts.copyFailed, variant: "destructive" });
  }
}
