import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { InvoicesScreen } from "./invoices-screen.tsx";

async function show() {
  const server = answerWith({
    "GET /api/invoices": { body: [] },
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: InvoicesScreen }),
    history: createMemoryHistory({ initialEntries: ["/invoices"] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return server;
}

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: 1,
    email: "amina@example.com",
    firstName: "Amina",
    lastName: "Rahman",
    profileImageUrl: null,
    isAdmin: true,
    role: "admin",
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the invoices screen", () => {
  it("says that it is loading, and that there is nothing yet [I-INV-028, I-INV-029]", async () => {
    await show();
    expect(screen.getByText("Loading invoices...")).toBeTruthy();
    expect(await screen.findByText("No invoices yet")).toBeTruthy();
    expect(screen.getByText("Create your first invoice to get started")).toBeTruthy();
  });

  it("reads the list anew every thirty seconds, also in the background [I-INV-100, D-028]", async () => {
    vi.useFakeTimers();
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const server = await show();
    const readings = () => server.to("/api/invoices").length;
    await act(() => vi.advanceTimersByTimeAsync(29_000));
    expect(readings()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(readings()).toBe(2);
    vi.restoreAllMocks();
  });
});
