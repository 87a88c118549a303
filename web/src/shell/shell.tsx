import { Outlet, useMatches } from "@tanstack/react-router";
import { Suspense } from "react";
import type { CurrentUser } from "contract/session";
import { useLiveUpdates } from "#web/api/live.ts";
import { messages } from "#web/messages/messages.ts";
import { Deferred } from "#web/ui/deferred.tsx";
import { type Fetched, useFetchedLater } from "#web/ui/fetched.tsx";
import { PageSkeleton } from "#web/ui/skeleton.tsx";
import { Toaster } from "#web/ui/toast-outlet.tsx";
import { Footer } from "./footer.tsx";
import { FrameFoot } from "./frame-foot.tsx";
import { Header } from "./header.tsx";
import { MobileBar } from "./mobile-bar.tsx";
import type { CentreProps } from "./notification-bell.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { PaletteField } from "./palette-field.tsx";
import { PrintHead } from "./print-head.tsx";
import { SessionWarning, SessionWarningDialog } from "./session-warning.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StepUp, StepUpDialog } from "./step-up.tsx";
import { DiscardQuestion, UnsavedGuard } from "./unsaved-guard.tsx";
import { usePalette } from "./use-palette.ts";
import { useScreensFetchedIdly } from "./use-screens-fetched-idly.ts";

type PaletteProps = {
  readonly user: CurrentUser;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  /** Where the focus goes when it closes. */
  readonly returnFocus: (event: Event) => void;
};

type ShellProps = {
  readonly user: CurrentUser;
  readonly palette: Fetched<PaletteProps>;
  readonly notificationCentre: Fetched<CentreProps>;
};

/** The frame around every screen of a signed-in user. */
export function Shell({ user, palette: CommandPalette, notificationCentre }: ShellProps) {
  useLiveUpdates();
  const palette = usePalette(CommandPalette.fetch);
  // What somebody is asked or told in the middle of something must not have to be fetched then.
  useFetchedLater(CommandPalette, DiscardQuestion, StepUpDialog, SessionWarningDialog, Toaster);
  useScreensFetchedIdly(user);
  return (
    <div className="flex min-h-dvh print:block">
      <a
        href="#main"
        className="print:hidden fixed start-4 top-2 z-100 -translate-y-16 rounded-md bg-primary px-4 py-2 text-sm font-medium text-on-primary focus:translate-y-0"
      >
        {messages.shell.skipToContent}
      </a>
      <Sidebar user={user} />
      <div className="flex min-w-0 flex-1 flex-col print:block max-md:pb-[calc(3.75rem+env(safe-area-inset-bottom))]">
        <Header
          user={user}
          notificationCentre={notificationCentre}
          onJump={() => palette.change(true)}
        />
        <OfflineBar />
        <main
          id="main"
          tabIndex={-1}
          className="flex min-h-[calc(100dvh-3.5rem)] flex-1 flex-col outline-none print:block print:min-h-0"
        >
          <PrintHead />
          <Suspense fallback={<ComingScreen />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer user={user} />
        <FrameFoot />
      </div>
      <MobileBar user={user} />
      <SessionWarning />
      <StepUp />
      <UnsavedGuard />
      <Deferred
        needed={palette.isOpen}
        onGiveUp={() => palette.change(false)}
        fallback={<PaletteField palette={palette} />}
      >
        <CommandPalette
          user={user}
          open={palette.isOpen}
          onOpenChange={palette.change}
          search={palette.search}
          onSearchChange={palette.setSearch}
          returnFocus={palette.returnFocus}
        />
      </Deferred>
    </div>
  );
}

function ComingScreen() {
  const shape = useMatches({ select: (matches) => matches.at(-1)?.staticData.shape });
  return <PageSkeleton shape={shape} />;
}
