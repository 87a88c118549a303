import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { Direction } from "radix-ui";
import { Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { queryClient } from "#web/api/query.ts";
import type { ScreenShape } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ToastOutlet } from "#web/ui/toast-outlet.tsx";
import { TouchHint } from "#web/ui/touch-hint.tsx";
import { titleOfPage } from "./page-title.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page's name in the browser's tab. */
    readonly title?: string;
    /** What stands in its place while it is being fetched. */
    readonly shape?: ScreenShape;
    /** Fetches its code ahead. */
    readonly fetch?: () => void;
  }
}

const direction = document.documentElement.dir === "rtl" ? "rtl" : "ltr";

/** What stands around every page, signed in or not. */
export function Root() {
  useTopOfPage();
  useTitleOfRoute();
  return (
    <QueryClientProvider client={queryClient}>
      <Direction.Provider dir={direction}>
        <Suspense fallback={<Spinner className="min-h-dvh" />}>
          <Outlet />
        </Suspense>
        <ToastOutlet />
        <TouchHint />
      </Direction.Provider>
    </QueryClientProvider>
  );
}

/** Each new page starts at its top (C:20), for the eyes and for the keyboard. */
function useTopOfPage(): void {
  const pathname = useRouterState({
    select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname,
  });
  const previous = useRef(pathname);
  // The browser's Back would otherwise jump to where that page was left.
  useEffect(() => {
    history.scrollRestoration = "manual";
  }, []);
  useLayoutEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    window.scrollTo(0, 0);
    // A dialog that is still closing gives the focus back itself.
    if (document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
    return focusMain();
  }, [pathname]);
}

/** At once, or as soon as the page is there: its code may still be on the way. */
function focusMain(): (() => void) | undefined {
  const focus = () => {
    const main = document.getElementById("main");
    main?.focus({ preventScroll: true });
    // The page before may still be there, but hidden: it takes no focus.
    return main !== null && main === document.activeElement;
  };
  if (focus()) return undefined;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Before the page's own effects: what a page calls itself stays. */
function useTitleOfRoute(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useLayoutEffect(() => {
    document.title = titleOfPage(title);
  }, [title]);
}
