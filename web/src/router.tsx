import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { PageCrashed } from "#web/shell/page-crashed.tsx";
import { Root } from "#web/shell/root.tsx";
import { firstInvoiceReads } from "./features/invoices/first-invoice-reads.ts";
import { firstDashboardReads } from "./screens/dashboard/dashboard-choice.ts";
import { withQueue, withTab, withTexts, withToken } from "./shell/address-words.ts";
import { prefetch } from "./shell/prefetch.ts";
import { SignedInGate } from "./signed-in-gate.tsx";
import { fetched } from "./ui/fetched.tsx";
import type { ScreenShape } from "./ui/skeleton.tsx";

const { links, footer } = messages.shell;
const { registration, forgot, reset, emailLinks } = messages.session;

/** A screen with tooltips, which share their delays (C:240). The dashboard does without, to be there sooner. */
function withTooltips(load: () => Promise<ComponentType>) {
  return async () => {
    const [Screen, { TooltipProvider }] = await Promise.all([
      load(),
      import("#web/ui/tooltip.tsx"),
    ]);
    return () => (
      <TooltipProvider>
        <Screen />
      </TooltipProvider>
    );
  };
}

type ScreenParts = {
  readonly title: string;
  readonly shape: ScreenShape;
  readonly load: () => Promise<ComponentType>;
  /** What it reads first, for those who may; the address is what stands behind the '?'. */
  readonly reads?: (user: CurrentUser, address: Readonly<Record<string, string>>) => string[];
};

/** A screen behind the sign-in. */
function behindSignIn({ title, shape, load, reads }: ScreenParts) {
  const component = fetched(load);
  return {
    component,
    staticData: { title, shape, fetch: component.fetch },
    // Not waited for: the frame appears meanwhile.
    loader: ({ location }: { location: { search: Record<string, string> } }) =>
      void prefetch({
        fetch: component.fetch,
        reads: (user) => reads?.(user, location.search) ?? [],
      }),
  };
}

const root = createRootRoute({
  component: Root,
  errorComponent: PageCrashed,
  notFoundComponent: fetched(
    async () => (await import("#web/screens/not-found/not-found-screen.tsx")).NotFoundScreen,
  ),
});

/** Everything below shows the sign-in screen at its own address while nobody is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: SignedInGate,
});

const signedInPages = [
  createRoute({
    getParentRoute: () => signedIn,
    path: "/",
    ...behindSignIn({
      title: links.dashboard,
      shape: "cards",
      load: async () =>
        (await import("#web/screens/dashboard/dashboard-screen.tsx")).DashboardScreen,
      reads: firstDashboardReads,
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/case/$caseId",
    // Beside the tab, what a link points at: a message of the chat, or a row.
    validateSearch: withTexts("tab", "open", "message", "document", "person", "invoice"),
    ...behindSignIn({
      title: links.case,
      shape: "record",
      load: withTooltips(
        async () => (await import("#web/screens/case/case-screen.tsx")).CaseScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/case/$caseId/checklist",
    ...behindSignIn({
      title: links.checklist,
      shape: "record",
      load: withTooltips(
        async () => (await import("#web/screens/checklist/checklist-screen.tsx")).ChecklistScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/case/$caseId/dossiers",
    ...behindSignIn({
      title: links.dossiers,
      shape: "table",
      load: withTooltips(
        async () => (await import("#web/screens/dossiers/dossiers-screen.tsx")).DossiersScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/case/$caseId/dossiers/new",
    ...behindSignIn({
      title: links.buildDossier,
      shape: "record",
      load: withTooltips(
        async () =>
          (await import("#web/screens/dossiers/build-dossier-screen.tsx")).BuildDossierScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/review",
    validateSearch: withQueue,
    ...behindSignIn({
      title: links.review,
      shape: "record",
      load: withTooltips(
        async () => (await import("#web/screens/review/review-screen.tsx")).ReviewScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/reminders",
    validateSearch: withTab,
    ...behindSignIn({
      title: links.reminders,
      shape: "table",
      load: withTooltips(
        async () => (await import("#web/screens/reminders/reminders-screen.tsx")).RemindersScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/programs",
    validateSearch: withTab,
    ...behindSignIn({
      title: links.programs,
      shape: "table",
      load: withTooltips(
        async () => (await import("#web/screens/programs/programs-screen.tsx")).ProgramsScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/board",
    ...behindSignIn({
      title: links.board,
      shape: "cards",
      load: async () => (await import("#web/screens/board/board-screen.tsx")).BoardScreen,
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/profile",
    validateSearch: withTab,
    ...behindSignIn({
      title: links.profile,
      shape: "form",
      load: withTooltips(
        async () => (await import("#web/screens/profile/profile-screen.tsx")).ProfileScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/users",
    ...behindSignIn({
      title: links.userManagement,
      shape: "table",
      load: withTooltips(
        async () => (await import("#web/screens/users/users-screen.tsx")).UsersScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/invoices",
    ...behindSignIn({
      title: links.invoices,
      shape: "table",
      load: withTooltips(
        async () => (await import("#web/screens/invoices/invoices-screen.tsx")).InvoicesScreen,
      ),
      // With a search or another order that code must look at the address first.
      reads: (user, address) =>
        (user.isAdmin || user.role === "agent") && Object.keys(address).length === 0
          ? firstInvoiceReads
          : [],
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/accountant-invoices",
    ...behindSignIn({
      title: links.accountantDashboard,
      shape: "table",
      load: withTooltips(
        async () =>
          (await import("#web/screens/accountant-invoices/accountant-invoices-screen.tsx"))
            .AccountantInvoicesScreen,
      ),
    }),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/analytics",
    validateSearch: withTab,
    ...behindSignIn({
      title: links.analytics,
      shape: "figures",
      load: withTooltips(
        async () => (await import("#web/screens/analytics/analytics-screen.tsx")).AnalyticsScreen,
      ),
    }),
  }),
] as const;

const anyone = [
  createRoute({
    getParentRoute: () => root,
    path: "/complete-registration",
    validateSearch: withToken,
    staticData: { title: registration.title },
    component: fetched(
      async () =>
        (await import("#web/screens/complete-registration/complete-registration-screen.tsx"))
          .CompleteRegistrationScreen,
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/forgot-password",
    staticData: { title: forgot.title },
    component: fetched(
      async () =>
        (await import("#web/screens/forgot-password/forgot-password-screen.tsx"))
          .ForgotPasswordScreen,
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/reset-password",
    validateSearch: withToken,
    staticData: { title: reset.title },
    component: fetched(
      async () =>
        (await import("#web/screens/reset-password/reset-password-screen.tsx")).ResetPasswordScreen,
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/confirm-email",
    validateSearch: withToken,
    staticData: { title: emailLinks.confirm },
    component: fetched(
      async () =>
        (await import("#web/screens/confirm-email/confirm-email-screen.tsx")).ConfirmEmailScreen,
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/keep-email",
    validateSearch: withToken,
    staticData: { title: emailLinks.keep },
    component: fetched(
      async () => (await import("#web/screens/keep-email/keep-email-screen.tsx")).KeepEmailScreen,
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/terms",
    staticData: { title: footer.terms },
    component: fetched(
      async () => (await import("#web/screens/terms/terms-screen.tsx")).TermsScreen,
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/privacy",
    staticData: { title: footer.privacy },
    component: fetched(
      async () => (await import("#web/screens/privacy/privacy-screen.tsx")).PrivacyScreen,
    ),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([signedIn.addChildren(signedInPages), ...anyone]),
  // Every page starts at its top; the browser's Back must not jump into the middle (C:20).
  scrollRestoration: false,
  // Search parameters are plain texts: a token of digits stays a text.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== null && value !== "",
    );
    const text = new URLSearchParams(
      entries.map(([name, value]) => [name, String(value)]),
    ).toString();
    return text === "" ? "" : `?${text}`;
  },
  defaultErrorComponent: PageCrashed,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
