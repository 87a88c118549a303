import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "contract/users";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { Toaster } from "#web/ui/toaster.tsx";
import { UserList } from "./user-list.tsx";

const person = (id: number, firstName: string, mailFails = false): User => ({
  id,
  email: `${firstName.toLowerCase()}@example.com`,
  firstName,
  lastName: "Rahman",
  profileImageUrl: null,
  role: "client",
  isAdmin: false,
  mailFails,
  createdAt: "2026-01-01T08:00:00.000Z",
  updatedAt: "2026-01-01T08:00:00.000Z",
});

function show(mailFails = false): void {
  render(
    <QueryClientProvider client={queryClient}>
      <UserList users={[person(1, "Sami"), person(7, "Amina", mailFails)]} ownId={1} />
      <Toaster />
    </QueryClientProvider>,
  );
}

async function choose(action: string): Promise<void> {
  fireEvent.keyDown(screen.getByRole("button", { name: "Access of Amina Rahman" }), {
    key: "Enter",
  });
  fireEvent.click(await screen.findByRole("menuitem", { name: action }));
}

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the access menu of a user", () => {
  it.each([
    ["Send a reset link", "reset-link", "Reset link sent"],
    ["Clear the sign-in lock", "unlock", "Lock cleared"],
    ["Sign out everywhere", "sign-out", "Signed out everywhere"],
    ["Back to codes by mail", "remove-factors", "Back to codes by mail"],
  ])("offers '%s' and says when it is done", async (action, path, done) => {
    const address = `/api/users/7/${path}`;
    const server = answerWith({
      "GET /api/csrf-token": { body: { csrfToken: "token" } },
      [`POST ${address}`]: { body: { message: "Done" } },
    });
    show();
    await choose(action);
    expect(await screen.findByText(done)).toBeTruthy();
    await waitFor(() => expect(server.to(address)).toHaveLength(1));
  });

  it(
    "offers to try mails again while they fail, beside a badge that says so",
    { tags: ["W-MAI-027"] },
    async () => {
      const server = answerWith({
        "GET /api/csrf-token": { body: { csrfToken: "token" } },
        "POST /api/users/7/try-mails": { body: { message: "Done" } },
      });
      show(true);
      expect(screen.getAllByText("Mail fails")).toHaveLength(1);
      await choose("Try mails again");
      expect(await screen.findByText("Mails are tried again")).toBeTruthy();
      expect(server.to("/api/users/7/try-mails")).toHaveLength(1);
    },
  );

  it("says nothing of mails that arrive", { tags: ["W-MAI-027"] }, async () => {
    show();
    expect(screen.queryByText("Mail fails")).toBeNull();
    fireEvent.keyDown(screen.getByRole("button", { name: "Access of Amina Rahman" }), {
      key: "Enter",
    });
    expect(await screen.findByRole("menuitem", { name: "Sign out everywhere" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Try mails again" })).toBeNull();
  });

  it("says why something did not work", async () => {
    answerWith({
      "GET /api/csrf-token": { body: { csrfToken: "token" } },
      "POST /api/users/7/unlock": {
        status: 500,
        body: { message: "Something went wrong", code: "server.failed" },
      },
    });
    show();
    await choose("Clear the sign-in lock");
    expect(await screen.findByText("Failed to clear the lock")).toBeTruthy();
  });

  it("is not offered for oneself", () => {
    show();
    expect(screen.queryByRole("button", { name: "Access of Sami Rahman" })).toBeNull();
  });
});
