import { Link } from "@tanstack/react-router";
import { Bell, CheckCheck, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Notification } from "contract/notifications";
import { useMarkNotifications } from "#web/features/notifications/notifications.queries.ts";
import { messages } from "#web/messages/messages.ts";
import type { CentreProps } from "#web/shell/notification-bell.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Skeleton, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { NotificationLines } from "./notification-lines.tsx";
import { useStandingLines } from "./use-standing-lines.ts";

const texts = messages.notifications;

/** What has happened, behind the bell: beside it on a desk, the whole screen on a phone. */
export function NotificationCentre({ unread, onClose }: CentreProps) {
  const lines = useStandingLines();
  const { mutate: mark } = useMarkNotifications();
  const body = useRef<HTMLDivElement>(null);
  // Until there is a line that can take the focus; the page behind must not keep it.
  useEffect(() => body.current?.focus({ preventScroll: true }), []);
  const firstId = lines.shown?.unread[0]?.id ?? lines.shown?.earlier[0]?.id;
  useEffect(() => {
    if (document.activeElement === body.current) focusFirstLine(body.current);
  }, [firstId]);
  const markAll = (seen: readonly Notification[]) => {
    // Its button goes.
    focusFirstLine(body.current);
    mark({ all: true, seenAt: newestOf(seen) });
  };
  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-1 border-b border-line ps-4 pe-2 max-md:h-14">
        <h2 className="flex-1 text-md font-semibold max-md:text-lg">{texts.title}</h2>
        {lines.shown?.unread.some(isUnread) ? (
          <Button
            variant="ghost"
            size="sm"
            icon={<Icon of={CheckCheck} size={14} className="max-md:hidden" />}
            onClick={() => markAll([...(lines.shown?.unread ?? [])])}
            className="max-md:text-sm max-md:text-accent"
          >
            {texts.markAll}
          </Button>
        ) : null}
        <PlainIconButton
          icon={X}
          label={messages.ui.close}
          onClick={onClose}
          className="md:hidden"
        />
      </div>
      <div className="relative flex min-h-0 flex-auto flex-col">
        {lines.waiting > 0 ? (
          <Button
            size="sm"
            onClick={() => {
              lines.showWaiting();
              body.current?.scrollTo({ top: 0 });
              body.current?.focus({ preventScroll: true });
            }}
            // Over the lines: nothing below it moves.
            className="absolute! inset-x-0 top-1 z-10 mx-auto w-fit rounded-full shadow-overlay"
          >
            {messages.shell.bell.arrived(lines.waiting)}
          </Button>
        ) : null}
        <div
          ref={body}
          tabIndex={-1}
          className="min-h-0 flex-auto overflow-y-auto overscroll-contain pb-1.5 outline-none"
        >
          <Body lines={lines} unread={unread} mark={mark} onClose={onClose} />
        </div>
      </div>
      <p className="shrink-0 border-t border-line p-2 text-center max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <Button variant="ghost" size="sm" asChild>
          <Link to="/profile" hash="notifications" onClick={onClose}>
            {texts.choose}
          </Link>
        </Button>
      </p>
    </>
  );
}

type BodyProps = CentreProps & {
  readonly lines: ReturnType<typeof useStandingLines>;
  readonly mark: ReturnType<typeof useMarkNotifications>["mutate"];
};

function Body({ lines, unread, mark, onClose }: BodyProps) {
  const { shown, query } = lines;
  if (shown === null)
    return query.isError && !query.isFetching ? (
      <ErrorState message={texts.failed} onRetry={() => void query.refetch()} className="py-9" />
    ) : (
      <Loading />
    );
  if (shown.unread.length + shown.earlier.length === 0)
    return <EmptyState icon={Bell} title={texts.empty} className="min-h-60 justify-center py-6" />;
  return (
    <>
      <NotificationLines
        shown={shown}
        unread={unread}
        onRead={(id) => mark({ ids: [id] })}
        onClose={onClose}
      />
      {query.hasNextPage ? (
        <p className="px-4 pt-1 pb-2.5">
          <Button
            variant="secondary"
            size="sm"
            pending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
            className="w-full max-md:h-11"
          >
            {texts.more}
          </Button>
        </p>
      ) : null}
    </>
  );
}

const LINES = ["unread", "read", "old"];

function Loading() {
  return (
    <SkeletonScreen label={texts.loading} className="py-3">
      {LINES.map((line) => (
        <div key={line} className="flex items-center gap-3 px-4 py-2.5">
          <Skeleton className="size-8 shrink-0 rounded-full! max-md:size-10" />
          <span className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="h-3 w-4/5" />
          </span>
        </div>
      ))}
    </SkeletonScreen>
  );
}

const isUnread = ({ readAt }: Notification) => readAt === null;

function newestOf(seen: readonly Notification[]): string | undefined {
  return seen
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1);
}

function focusFirstLine(body: HTMLElement | null): void {
  body?.querySelector<HTMLElement>("[data-line]")?.focus({ preventScroll: true });
}
