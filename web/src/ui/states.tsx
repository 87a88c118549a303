import { CircleAlert, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

type EmptyStateProps = {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  /** It is the whole page: its title is the heading of the page. */
  readonly isPage?: boolean;
  readonly className?: string;
};

/** Nothing here yet, and what to do about it. */
export function EmptyState({
  icon,
  title,
  description,
  action,
  isPage = false,
  className,
}: EmptyStateProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div
      className={classes(
        "flex flex-col items-center px-6 py-14 text-center",
        // In the free height, a little above its middle.
        isPage && "min-h-[calc(100dvh-15rem)] before:grow-2 after:grow-3",
        className,
      )}
    >
      <span className="mb-4 grid size-12 place-items-center rounded-lg border border-line bg-sunken text-muted">
        <Icon of={icon} size={22} />
      </span>
      <Title className="text-md font-semibold">{title}</Title>
      {description === undefined ? null : (
        <p className="mt-1 max-w-100 text-base text-balance text-muted">{description}</p>
      )}
      {action === undefined ? null : <div className="mt-5">{action}</div>}
    </div>
  );
}

type ErrorStateProps = {
  readonly message?: ReactNode;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  readonly className?: string;
};

/** Something could not be loaded: what, and a way to try again. */
export function ErrorState({
  message = messages.ui.failedToLoad,
  onRetry,
  retrying = false,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classes("flex flex-col items-center px-6 py-14 text-center", className)}
    >
      <span className="mb-4 grid size-12 place-items-center rounded-lg bg-danger-soft text-danger">
        <Icon of={CircleAlert} size={22} />
      </span>
      <p className="max-w-110 text-base">{message}</p>
      {onRetry === undefined ? null : (
        <Button
          variant="secondary"
          className="mt-5"
          onClick={onRetry}
          pending={retrying}
          icon={<Icon of={RotateCw} />}
        >
          {messages.ui.retry}
        </Button>
      )}
    </div>
  );
}

/** What a link pointed at is not there any more. */
export function Gone({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <p
      role="status"
      className={classes("rounded-md bg-sunken px-3.5 py-2.5 text-sm text-muted", className)}
    >
      {children}
    </p>
  );
}

type NoticeProps = {
  readonly tone?: "danger" | "info";
  readonly children: ReactNode;
  readonly className?: string;
};

/** A sentence that stays, inside a form or a page. */
export function Notice({ tone = "info", children, className }: NoticeProps) {
  return (
    <div
      role={tone === "danger" ? "alert" : "note"}
      className={classes(
        "rounded-md px-3.5 py-2.5 text-sm",
        tone === "danger" ? "bg-danger-soft text-danger" : "bg-sunken text-muted",
        className,
      )}
    >
      {children}
    </div>
  );
}
