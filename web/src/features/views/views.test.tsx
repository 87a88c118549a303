import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "contract/session";
import type { View } from "contract/views";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { Views } from "./views.tsx";

const admin = { id: 1, role: "admin", isAdmin: true } as CurrentUser;
const view = (id: number, more: Partial<View> = {}): View => ({
  id,
  screen: "cases",
  name: `View ${id}`,
  query: { status: "hold", sort: "status" },
  gone: [],
  shared: false,
  own: true,
  position: 0,
  version: 1,
  ...more,
});

function start(address: string, views: readonly View[]) {
  const server = answerWith({ "GET /api/views?screen=cases": { body: views } });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <Views user={admin} screen="cases" names={["q", "status", "sort"]} opensFirst />
      ),
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search: Record<string, string | undefined>) =>
      `?${new URLSearchParams(Object.entries(search).flatMap(([name, text]) => (text ? [[name, text]] : [])))}`,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { server, words: () => router.state.location.search };
}

beforeEach(() => {
  stubResizeObserver();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("views and the address", () => {
  it("asks for nothing before the button is pressed", async () => {
    const { server } = start("/", []);
    await screen.findByRole("button", { name: "Views" });
    expect(server.received).toEqual([]);
  });

  it("an opened view takes the place of what the address said", async () => {
    const { words } = start("/?q=amina", [view(1)]);
    fireEvent.click(await screen.findByRole("button", { name: "Views" }));
    fireEvent.click(await screen.findByText("View 1"));
    await waitFor(() => expect(words()).toEqual({ status: "hold", sort: "status", saved: "1" }));
    expect(await screen.findByRole("button", { name: "View 1" })).toBeTruthy();
  });

  it("a reload still knows the view, and that something of it was changed", async () => {
    start("/?status=courier&sort=status&saved=1", [view(1)]);
    expect(await screen.findByRole("button", { name: "View 1 Changed" })).toBeTruthy();
  });

  it("the starred view opens by itself where the address asks for nothing", async () => {
    localStorage.setItem("dashboardView", "2");
    const { words } = start("/", [view(1), view(2, { query: { q: "late" } })]);
    await waitFor(() => expect(words()).toEqual({ q: "late", saved: "2" }));
    cleanup();
    queryClient.clear();
    const asked = start("/?q=amina", [view(2)]);
    await screen.findByRole("button", { name: "Views" });
    expect(asked.words()).toEqual({ q: "amina" });
  });

  it("a view with a deleted adviser opens and says so", { tags: ["W-VIE-008"] }, async () => {
    const { words } = start("/", [view(1, { gone: ["adviser"] })]);
    fireEvent.click(await screen.findByRole("button", { name: "Views" }));
    fireEvent.click(await screen.findByText("View 1"));
    await waitFor(() => expect(words()).toMatchObject({ status: "hold", saved: "1" }));
    expect(toastStore.read()[0]?.title).toBe("One filter no longer exists.");
  });
});
