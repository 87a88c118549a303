import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "contract/session";
import type { Token } from "contract/tokens";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { ApiTokens } from "#web/features/tokens/api-tokens.tsx";
import { PasswordDialog } from "#web/features/two-factor/password-dialog.tsx";
import { toastStore } from "#web/ui/toast-store.ts";

const SECRET = `cmp_${"a1".repeat(24)}b`;
const token: Token = {
  id: 4,
  name: "تقارير Reports",
  hint: "a1B2",
  scopes: ["invoices:read", "cases:write"],
  createdAt: "2026-11-01T08:00:00.000Z",
  expiresAt: "2027-01-30T08:00:00.000Z",
  lastUsedAt: null,
  lastUsedNetwork: null,
};
const user: CurrentUser = {
  id: 1,
  email: "farid@example.com",
  firstName: "Farid",
  lastName: "Haddad",
  profileImageUrl: null,
  isAdmin: false,
  role: "agent",
};

type Shown = { tokens?: Token[]; mayHaveTokens?: true; children?: React.ReactNode };

async function show({ tokens = [], mayHaveTokens, children }: Shown) {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    "GET /api/tokens": { body: tokens },
    "POST /api/tokens": { status: 201, body: { token, secret: SECRET } },
    "DELETE /api/tokens/4": { body: { message: "Token revoked" } },
  });
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    ...user,
    ...(mayHaveTokens ? { mayHaveTokens } : {}),
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => children ?? <ApiTokens /> }),
    history: createMemoryHistory(),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return server;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const toasts = () => toastStore.read().map(({ description }) => description);

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the card of API tokens", () => {
  it(
    "is absent for whoever may have none, and then nothing is asked",
    { tags: ["W-API-011"] },
    async () => {
      const server = await show({});
      expect(screen.queryByText("API tokens")).toBeNull();
      expect(server.to("/api/tokens")).toEqual([]);
    },
  );

  it("shows what each may do, its end and its last use, and revokes after a question", async () => {
    await show({ mayHaveTokens: true, tokens: [token] });
    await screen.findByText("تقارير Reports");
    expect(screen.getByText("…a1B2")).toBeDefined();
    expect(screen.getByText("Read invoices, Change cases")).toBeDefined();
    expect(document.body.textContent).toMatch(/Created .* · Never used · Expires /);
    press("Revoke تقارير Reports");
    const question = await screen.findByRole("alertdialog");
    fireEvent.click(within(question).getByRole("button", { name: "Revoke" }));
    await vi.waitFor(() => expect(toasts()).toContain("Token revoked"));
  });

  it("asks for a name and a scope, and shows the secret once, which only a button closes", async () => {
    const server = await show({ mayHaveTokens: true });
    await screen.findByText("No tokens");
    press("Create token");
    const dialog = await screen.findByRole("dialog");
    fireEvent.click(within(dialog).getByRole("button", { name: "Create token" }));
    await screen.findByText("Name is required");
    expect(screen.getByText("Choose at least one scope")).toBeDefined();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Reports" } });
    fireEvent.click(screen.getByLabelText("Read invoices"));
    fireEvent.click(within(dialog).getByRole("button", { name: "Create token" }));
    await screen.findByText(SECRET);
    expect(screen.getByText("Copy it now. It will not be shown again.")).toBeDefined();
    const sent = server.received.find(({ method }) => method === "POST");
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      name: "Reports",
      scopes: ["invoices:read"],
      days: 90,
    });
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    expect(screen.getByText(SECRET)).toBeDefined();
    press("Done");
    await vi.waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  });
});

describe("a form that ends tokens", () => {
  const form = (
    <PasswordDialog
      title="Add"
      description="Enter it."
      submit="Go on"
      pending="..."
      onSubmit={async () => undefined}
      onClose={() => undefined}
    />
  );

  it("says so to whoever has one, and to nobody else", async () => {
    await show({ mayHaveTokens: true, tokens: [token], children: form });
    expect(await screen.findByText("Enter it. Your API tokens end too.")).toBeDefined();
    cleanup();
    queryClient.clear();
    await show({ mayHaveTokens: true, children: form });
    expect(await screen.findByText("Enter it.")).toBeDefined();
  });
});
