import { Outlet } from "@tanstack/react-router";
import { type ComponentType, Suspense, useEffect, useState } from "react";
import type { CurrentUser } from "contract/session";
import { useLiveUpdates } from "#web/api/live.ts";
import { messages } from "#web/messages/messages.ts";
import { Deferred } from "#web/ui/deferred.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MobileBar } from "./mobile-bar.tsx";
import { PrintHead } from "./print-head.tsx";
import { SessionWarning } from "./session-warning.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StepUp } from "./step-up.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";

type PaletteProps = {
  readonly user: CurrentUser;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

type ShellProps = { readonly user: CurrentUser; readonly palette: ComponentType<PaletteProps> };

/** The frame around every screen of a signed-in user. */
export function Shell({ user, palette: CommandPalette }: ShellProps) {
  useLiveUpdates();
  const palette = usePalette();
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
        <Header user={user} onJump={() => palette.setIsOpen(true)} />
        <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none print:block">
          <PrintHead />
          <Suspense fallback={<Spinner className="flex-1" />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer user={user} />
      </div>
      <MobileBar user={user} />
      <SessionWarning />
      <StepUp />
      <UnsavedGuard />
      <Deferred needed={palette.isOpen}>
        <CommandPalette user={user} open={palette.isOpen} onOpenChange={palette.setIsOpen} />
      </Deferred>
    </div>
  );
}

/** Open by a click or by Ctrl/Cmd+K. */
function usePalette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const toggleOnKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isCommand || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setIsOpen((wasOpen) => !wasOpen);
    };
    document.addEventListener("keydown", toggleOnKey);
    return () => document.removeEventListener("keydown", toggleOnKey);
  }, []);
  return { isOpen, setIsOpen };
}
