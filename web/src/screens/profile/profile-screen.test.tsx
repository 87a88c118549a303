import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { ProfileScreen } from "./profile-screen.tsx";

type Person = { isAdmin?: boolean; newEmail?: string | null };

function show(address: string, { isAdmin = false, newEmail = null }: Person = {}) {
  const server = answerWith({
    "GET /api/profile/factors": {
      body: {
        totp: null,
        passkeys: [],
        recoveryCodesLeft: 0,
        isRequired: false,
        canHavePasskeys: true,
      },
    },
    "GET /api/profile/email-change": { body: { newEmail } },
    "GET /api/profile/notifications": {
      body: {
        kinds: [],
        mailsOn: true,
        remindersOn: null,
        undeliverable: null,
        zone: "Asia/Dubai",
      },
    },
    "GET /api/profile/sessions": { body: [] },
    "GET /api/profile/devices": { body: [] },
    "GET /api/csrf-token": { body: { csrfToken: "token" } },
    "DELETE /api/profile/email-change": { body: { message: "Your email stays as it is" } },
  });
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: 1,
    email: "farid@example.com",
    firstName: "Farid",
    lastName: "Haddad",
    profileImageUrl: null,
    isAdmin,
    role: isAdmin ? "admin" : "accountant",
  });
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" });
  const profile = createRoute({
    getParentRoute: () => signedIn,
    path: "/profile",
    component: () => <ProfileScreen />,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([profile])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return server;
}

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the profile settings", () => {
  it("have three tabs and a way back", { tags: ["I-PROF-002..003", "W-PRF-001"] }, async () => {
    show("/profile");
    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      "General",
      "Security",
      "Automation Log",
    ]);
    expect(screen.getByRole("link", { name: /back/i }).getAttribute("href")).toBe("/");
    const cards = screen.getAllByRole("heading", { level: 2 });
    expect(cards.map(({ textContent }) => textContent)).toEqual(["General", "Notifications"]);
    expect(document.querySelector("#notifications")?.contains(cards[1] ?? null)).toBe(true);
  });

  it("begin with picture, names and address", { tags: ["I-PROF-004..006"] }, async () => {
    show("/profile");
    expect(await screen.findByRole("button", { name: "Change picture" })).toBeTruthy();
    for (const [label, value] of [
      ["First name", "Farid"],
      ["Last name", "Haddad"],
      ["Email", "farid@example.com"],
    ] as const)
      expect(screen.getByLabelText<HTMLInputElement>(label, { exact: false }).value).toBe(value);
    expect(screen.getByRole("button", { name: "Save Changes" })).toBeTruthy();
  });

  it(
    "ask for the password when the address is another one, and send nothing without it",
    { tags: ["D-131"] },
    async () => {
      const server = show("/profile");
      const email = await screen.findByLabelText<HTMLInputElement>("Email", { exact: false });
      expect(screen.queryByLabelText("Current password", { exact: false })).toBeNull();
      fireEvent.input(email, { target: { value: "new@example.com" } });
      await screen.findByLabelText("Current password", { exact: false, selector: "input" });
      fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
      expect((await screen.findByRole("alert")).textContent).toBe(
        "Enter your current password to change your email",
      );
      expect(email.value).toBe("new@example.com");
      expect(server.to("/api/profile")).toEqual([]);
    },
  );

  it("show the address that waits, until it is cancelled", { tags: ["D-131"] }, async () => {
    const server = show("/profile", { newEmail: "new@example.com" });
    expect(await screen.findByText("Waiting for new@example.com to be confirmed")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await vi.waitFor(() =>
      expect(server.to("/api/profile/email-change").map(({ method }) => method)).toContain(
        "DELETE",
      ),
    );
  });

  it.each([
    [true, "Administrator"],
    [false, "Client"],
  ])(
    "show address and account type to read, and lead to the reset (admin: %s)",
    { tags: ["I-PROF-007..009"] },
    async (isAdmin, accountType) => {
      show("/profile?tab=security", { isAdmin });
      const link = await screen.findByRole("link", { name: "Reset Password" });
      expect(link.getAttribute("href")).toBe("/forgot-password");
      const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
      expect(facts).toEqual(["farid@example.com", accountType]);
    },
  );
});

it("offers no test mail: that stands with the bureau", async () => {
  show("/profile", { isAdmin: true });
  expect(await screen.findByRole("button", { name: "Change picture" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send a test mail to me" })).toBeNull();
});
