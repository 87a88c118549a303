import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { messages } from "#web/messages/messages.ts";
import { PageCrashed } from "#web/shell/page-crashed.tsx";
import { Root } from "#web/shell/root.tsx";
import { firstInvoiceReads } from "./features/invoices/first-invoice-reads.ts";
import { firstDashboardReads } from "./screens/dashboard/dashboard-choice.ts";
import { plainTexts, withQueue, withTab, withTexts, withToken } from "./shell/address-words.ts";
import { behindSignIn, withTooltips } from "./shell/behind-sign-in.tsx";
import { SignedInGate } from "./signed-in-gate.tsx";
import { fetched } from "./ui/fetched.tsx";

const { links, footer } = messages.shell;
const { registration, forgot, reset, emailLinks } = messages.session;

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

const dossiers = behindSignIn({
  title: links.dossiers,
  shape: "table",
  load: withTooltips(
    async () => (await import("#web/screens/dossiers/dossiers-screen.tsx")).DossiersScreen,
  ),
});

const signedInPage = <const Path extends string>(
  path: Path,
  parts: Parameters<typeof behindSignIn>[0],
) => createRoute({ getParentRoute: () => signedIn, path, ...behindSignIn(parts) });

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
  signedInPage("/case/$caseId/checklist", {
    title: links.checklist,
    shape: "record",
    load: withTooltips(
      async () => (await import("#web/screens/checklist/checklist-screen.tsx")).ChecklistScreen,
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/case/$caseId/dossiers",
    ...dossiers,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/case/$caseId/dossiers/new",
    ...dossiers,
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
  signedInPage("/bureau", {
    title: links.bureau,
    shape: "record",
    load: async () => (await import("#web/screens/bureau/bureau-screen.tsx")).BureauScreen,
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: "/imports",
    validateSearch: withTexts("import"),
    ...behindSignIn({
      title: links.imports,
      shape: "table",
      load: async () => (await import("#web/screens/imports/imports-screen.tsx")).ImportsScreen,
    }),
  }),
  signedInPage("/board", {
    title: links.board,
    shape: "cards",
    load: async () => (await import("#web/screens/board/board-screen.tsx")).BoardScreen,
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
  signedInPage("/users", {
    title: links.userManagement,
    shape: "table",
    load: withTooltips(
      async () => (await import("#web/screens/users/users-screen.tsx")).UsersScreen,
    ),
  }),
  signedInPage("/invoices", {
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
  signedInPage("/accountant-invoices", {
    title: links.accountantDashboard,
    shape: "table",
    load: withTooltips(
      async () =>
        (await import("#web/screens/accountant-invoices/accountant-invoices-screen.tsx"))
          .AccountantInvoicesScreen,
    ),
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
    path: "/developers",
    staticData: { title: links.developers },
    component: fetched(
      async () => (await import("#web/screens/developers/developers-screen.tsx")).DevelopersScreen,
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
  ...plainTexts,
  defaultErrorComponent: PageCrashed,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
