import { useNavigate } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useId } from "react";
import { actorName } from "contract/notification-text";
import type { Notification } from "contract/notifications";
import { useCurrentUser } from "#web/api/current-user.ts";
import { initialsOf } from "#web/format/person.ts";
import { formatDateTime, formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { BrandMark } from "#web/shell/brand.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { CountBadge } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import { titleDirection } from "#web/ui/title-direction.ts";
import { notificationLook } from "./notification-look.ts";
import { inParts, notificationText } from "./notification-text.ts";

const texts = messages.notifications;

type NotificationLineProps = {
  readonly told: Notification;
  /** The Tab key comes here; the other lines are reached with the arrows. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onRead: () => void;
  readonly onOpen: () => void;
};

/** A link to where it happened; while it is unread, with a button that says one knows. */
export function NotificationLine({
  told,
  isStop,
  onFocus,
  onKeyDown,
  onRead,
  onOpen,
}: NotificationLineProps) {
  const navigate = useNavigate();
  const id = useId();
  const isUnread = told.readAt === null;
  const open = (event: MouseEvent) => {
    onOpen();
    // Another tab is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href: told.link });
  };
  const stop = { tabIndex: isStop ? 0 : -1, onFocus, onKeyDown };
  return (
    <li className="group relative grid grid-cols-[minmax(0,1fr)_1.75rem] gap-3 py-2 ps-4 pe-3 outline-offset-[-2px] outline-ring hover:bg-ink/5 has-[a:focus-visible]:bg-ink/5 has-[a:focus-visible]:outline-2 max-md:grid-cols-[minmax(0,1fr)_2.75rem] max-md:py-2.75 max-md:pe-1">
      <a
        {...stop}
        data-line
        href={told.link}
        onClick={open}
        className="flex gap-3 outline-none after:absolute after:inset-0"
      >
        <Face told={told} />
        <span className="min-w-0 flex-1">
          <span
            id={id}
            className={classes(
              "line-clamp-2 text-sm leading-4.75 wrap-anywhere max-md:text-md max-md:leading-5.25",
              isUnread ? "font-semibold" : "text-muted",
            )}
          >
            <Sentence told={told} />
          </span>
          <Origin told={told} />
        </span>
      </a>
      {isUnread ? (
        <button
          {...stop}
          type="button"
          aria-label={texts.mark}
          aria-describedby={id}
          title={texts.mark}
          onClick={onRead}
          className="relative z-1 grid size-7 place-items-center self-start rounded-full text-muted hover:text-ink max-md:-mt-0.5 max-md:size-11"
        >
          <span
            aria-hidden
            className="size-2 rounded-full bg-brass group-focus-within:hidden group-hover:hidden max-md:block!"
          />
          <span
            aria-hidden
            className="absolute inset-0 hidden place-items-center rounded-full border border-line-strong bg-surface group-focus-within:grid group-hover:grid max-md:hidden!"
          >
            <Icon of={Check} size={15} />
          </span>
        </button>
      ) : null}
    </li>
  );
}

/** Who did it, and what kind of thing it is. */
function Face({ told }: { readonly told: Notification }) {
  const { actor } = told;
  const { icon, ...tint } = notificationLook(told);
  return (
    <span aria-hidden className="relative size-8 shrink-0 max-md:size-10">
      {actor === null ? (
        <BrandMark className="size-full" />
      ) : (
        <Avatar
          initials={initialsOf(actor)}
          seed={String(actor.id)}
          imageUrl={actor.profileImageUrl}
          className="max-md:size-10 max-md:text-sm"
        />
      )}
      <span
        style={tintStyle(tint)}
        className="tinted absolute -end-1.25 -bottom-1.25 grid size-4.5 place-items-center rounded-full bg-raised text-tint-dot max-md:-end-1 max-md:-bottom-1 max-md:size-5 max-md:bg-surface"
      >
        <Icon of={icon} size={12} />
      </span>
    </span>
  );
}

/** Names in another script read their own way within it. */
function Sentence({ told }: { readonly told: Notification }) {
  const text = notificationText(told, useCurrentUser());
  const names = [actorName(told), told.subject ?? ""];
  return inParts(text, names).map(({ part, isName }, index) =>
    isName ? <bdi key={index}>{part}</bdi> : part,
  );
}

/** Of which case, and when. */
function Origin({ told }: { readonly told: Notification }) {
  return (
    <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-muted max-md:text-sm max-md:leading-4.75">
      {told.case === null ? null : (
        <>
          <span dir={titleDirection(told.case.title)} className="truncate">
            {told.case.title}
          </span>
          <span aria-hidden>·</span>
          <span className="shrink-0 tabular">{told.case.caseId}</span>
          <span aria-hidden>·</span>
        </>
      )}
      <time dateTime={told.lastAt} title={formatDateTime(told.lastAt)} className="shrink-0">
        {formatRelativeTime(told.lastAt)}
      </time>
      {told.kind === "message" && told.unreadMessages > 0 ? (
        <>
          <span className="sr-only">{texts.unreadMessages(told.unreadMessages)}</span>
          <span aria-hidden className="shrink-0">
            <CountBadge count={told.unreadMessages} tone="brass" />
          </span>
        </>
      ) : null}
    </span>
  );
}
