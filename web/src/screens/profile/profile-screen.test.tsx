import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { ProfileScreen } from "./profile-screen.tsx";

function show(address: string, isAdmin = false): void {
  answerWith({
    "GET /api/profile/factors": {
      body: {
        totp: null,
        passkeys: [],
        recoveryCodesLeft: 0,
        isRequired: false,
        canHavePasskeys: true,
      },
    },
    "GET /api/profile/sessions": { body: [] },
    "GET /api/profile/devices": { body: [] },
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
}

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the profile settings", () => {
  it("have three tabs and a way back [I-PROF-002, I-PROF-003]", async () => {
    show("/profile");
    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      "General",
      "Security",
      "Automation Log",
    ]);
    expect(screen.getByRole("link", { name: /back/i }).getAttribute("href")).toBe("/");
  });

  it("begin with picture, names and address [I-PROF-004, I-PROF-005, I-PROF-006]", async () => {
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

  it.each([
    [true, "Administrator"],
    [false, "Client"],
  ])(
    "show address and account type to read, and lead to the reset (admin: %s) [I-PROF-007, I-PROF-008, I-PROF-009]",
    async (isAdmin, accountType) => {
      show("/profile?tab=security", isAdmin);
      const link = await screen.findByRole("link", { name: "Reset Password" });
      expect(link.getAttribute("href")).toBe("/forgot-password");
      const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
      expect(facts).toEqual(["farid@example.com", accountType]);
    },
  );
});
