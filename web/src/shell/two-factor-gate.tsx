import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { Suspense } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Notice } from "#web/ui/states.tsx";
import { Brand } from "./brand.tsx";
import { Footer } from "./footer.tsx";
import { SessionWarning } from "./session-warning.tsx";
import { signOut } from "./sign-out.ts";
import { ThemeToggle } from "./theme-toggle.tsx";

const PROFILE = "/profile";

/** The own profile and the way out, for somebody whose role demands a factor first: nothing else would answer. */
export function TwoFactorGate() {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between gap-2 border-b border-line bg-canvas px-8 max-md:px-4">
        <Brand />
        <span className="flex items-center gap-2">
          <ThemeToggle />
          <Button variant="secondary" size="sm" onClick={() => void signOut()}>
            {messages.shell.signOut}
          </Button>
        </span>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <div className="mx-auto w-full max-w-268 px-8 pt-6 max-md:px-4 max-md:pt-4">
          <Notice>{messages.shell.needsFactor}</Notice>
        </div>
        <Suspense fallback={<Spinner className="flex-1" />}>
          {pathname === PROFILE ? (
            <Outlet />
          ) : (
            <Navigate to={PROFILE} search={{ tab: "security" }} replace />
          )}
        </Suspense>
      </main>
      <Footer />
      <SessionWarning />
    </div>
  );
}
