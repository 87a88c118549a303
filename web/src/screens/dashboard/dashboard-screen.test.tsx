import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CaseCounts, CaseRow } from "contract/case-lists";
import { caseStatuses } from "contract/case-status";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { DashboardScreen } from "./dashboard-screen.tsx";

const row = (id: number): CaseRow => ({
  id,
  caseId: `C-${id}`,
  title: `Case ${id}`,
  status: "onboarding",
  nationality: "Emirati",
  citizenshipProgram: "vanuatu",
  numberOfApplicants: 1,
  assignedUsers: [],
  assignedCount: 0,
  updatedAt: "2026-01-01T08:00:00.000Z",
  version: 1,
  unreadCount: 0,
  readiness: null,
  needs: null,
  group: null,
});
const counts: CaseCounts = {
  total: 2,
  byStatus: Object.fromEntries(caseStatuses.map((status) => [status, 0])) as CaseCounts["byStatus"],
  attention: null,
  only: null,
  found: 2,
  groups: [],
  next: null,
  preparing: 0,
};

let lastUserId = 0;

async function show({ role, isAdmin }: Pick<CurrentUser, "role" | "isAdmin">, address = "/") {
  lastUserId += 1;
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const body = url.startsWith("/api/cases/counts")
      ? counts
      : { rows: [row(1), row(2)], next: null, preparing: 0 };
    return new Response(JSON.stringify(body));
  });
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: lastUserId,
    email: "amina@example.com",
    firstName: "Amina",
    lastName: "Rahman",
    profileImageUrl: null,
    isAdmin,
    role,
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: DashboardScreen }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText("Case 1");
  return asked;
}

beforeEach(() => {
  localStorage.setItem("dashboardGroupBy", "none");
  stubResizeObserver();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const controls = () => ({
  filter: screen.queryAllByRole("button", { name: "Filter" }).length > 0,
  views: screen.queryByRole("button", { name: "Views" }) !== null,
  board: screen.queryByRole("link", { name: "Open board" }) !== null,
});

describe("who narrows, saves and selects", () => {
  it("an admin has filters, views, the board and a box at each case", async () => {
    await show({ role: "admin", isAdmin: true });
    expect(controls()).toEqual({ filter: true, views: true, board: true });
    fireEvent.click(await screen.findByRole("checkbox", { name: "Select Case 2" }));
    expect(screen.getByText("1 selected")).toBeTruthy();
  });

  it.each(["client", "accountant"] as const)(
    "%s has none of them, also with filters in the address [W-VIE-002]",
    async (role) => {
      const asked = await show({ role, isAdmin: false }, "/?status=hold&groupBy=status");
      expect(controls()).toEqual({ filter: false, views: false, board: false });
      expect(asked.some((url) => url.includes("status=hold"))).toBe(false);
      // What selects comes a little later where it comes at all.
      await import("./selection-bar.tsx");
      expect(screen.queryAllByRole("checkbox")).toEqual([]);
    },
  );
});
