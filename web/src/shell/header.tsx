import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import type { Fetched } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { BrandMark } from "./brand.tsx";
import { type CentreProps, NotificationBell } from "./notification-bell.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { UserMenu } from "./user-menu.tsx";

const text = messages.shell;
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

type HeaderProps = {
  readonly user: CurrentUser;
  readonly notificationCentre: Fetched<CentreProps>;
  readonly onJump: () => void;
};

export function Header({ user, notificationCentre, onJump }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 flex min-h-14 print:hidden [@media(height<24rem)]:static items-center gap-2 max-md:gap-3.5 max-md:in-[body:has([data-desk])]:hidden max-[22rem]:gap-2 border-b border-line bg-canvas px-8 max-md:px-4">
      <Link
        to="/"
        aria-label={text.links.dashboard}
        className="relative reach rounded-md md:hidden"
      >
        <BrandMark />
      </Link>
      {/* Both names break into more lines before either is cut or lies under the buttons. */}
      <p className="flex min-w-0 flex-1 items-baseline gap-x-2.5 py-1 wrap-anywhere max-lg:flex-col max-md:-ms-1">
        <span className="text-base leading-4.5 font-medium max-md:text-sm max-md:leading-4 max-md:font-semibold">
          {text.product}
        </span>
        <span className="text-sm leading-4.5 text-muted max-lg:text-xs max-lg:leading-4">
          {user.isAdmin ? text.adminDashboard : text.clientDashboard}
        </span>
      </p>
      <button
        type="button"
        onClick={onJump}
        aria-keyshortcuts="Control+K Meta+K"
        className="me-2 inline-flex h-8.5 w-64 items-center gap-2.5 rounded-md border border-line bg-surface ps-2.5 pe-2 text-sm text-muted shadow-card transition-colors hover:border-line-strong hover:text-ink max-lg:w-8.5 max-lg:justify-center max-lg:px-0 max-md:hidden"
      >
        <Icon of={Search} />
        <span className="flex-1 truncate text-start max-lg:sr-only">{text.jump.button}</span>
        <span aria-hidden className="flex gap-1 max-lg:hidden">
          <Kbd>{isApple ? "⌘" : "Ctrl"}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <ThemeToggle />
      <NotificationBell centre={notificationCentre} />
      <UserMenu user={user} />
    </header>
  );
}
