import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
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

type Shown = { readonly rows?: CaseRow[]; readonly counts?: Partial<CaseCounts> };

async function show(
  { role, isAdmin }: Pick<CurrentUser, "role" | "isAdmin">,
  address = "/",
  shown: Shown = {},
) {
  lastUserId += 1;
  const { rows = [row(1), row(2)] } = shown;
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const body = url.startsWith("/api/cases/counts")
      ? { ...counts, ...shown.counts }
      : { rows, next: null, preparing: 0 };
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
    stringifySearch: (said) => `?${new URLSearchParams(said as Record<string, string>).toString()}`,
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await (rows.length > 0
    ? screen.findByText("Case 1")
    : screen.findByRole("button", { name: "Clear" }));
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
    "%s has none of them, also with filters in the address",
    { tags: ["W-VIE-002", "W-RDY-012"] },
    async (role) => {
      const asked = await show({ role, isAdmin: false }, "/?status=hold&groupBy=status");
      expect(controls()).toEqual({ filter: false, views: false, board: false });
      expect(asked.some((url) => url.includes("status=hold"))).toBe(false);
      expect(screen.queryByRole("button", { name: /Needs attention/ })).toBeNull();
      // What selects comes a little later where it comes at all.
      await import("./selection-bar.tsx");
      expect(screen.queryAllByRole("checkbox")).toEqual([]);
    },
  );
});

const staff = { role: "agent", isAdmin: false } as const;
const toggle = () => screen.getAllByRole("button", { name: /^Needs attention/ })[0]!;

describe("the cases that need attention", () => {
  it(
    "are told by number and shown alone, which this browser remembers; usually all are shown",
    { tags: ["W-RDY-011", "W-RDY-013"] },
    async () => {
      const asked = await show(staff, "/", { counts: { attention: 2 } });
      expect(toggle().getAttribute("aria-pressed")).toBe("false");
      expect(toggle().getAttribute("aria-label")).toBe("Needs attention, 2");
      expect(asked.some((url) => url.includes("attention"))).toBe(false);
      fireEvent.click(toggle());
      await waitFor(() => expect(asked.some((url) => url.includes("attention=true"))).toBe(true));
      expect(localStorage.getItem("dashboardAttention")).toBe("on");
      await waitFor(() => expect(toggle().getAttribute("aria-pressed")).toBe("true"));
    },
  );

  it(
    "are what a browser that remembers it begins with; the sort options stay two",
    { tags: ["W-RDY-013"] },
    async () => {
      localStorage.setItem("dashboardAttention", "on");
      const asked = await show(staff, "/", { counts: { attention: 1 } });
      expect(asked.some((url) => url.includes("attention=true"))).toBe(true);
      fireEvent.click(screen.getAllByRole("combobox", { name: "Sort" })[0]!);
      const options = await screen.findByRole("listbox");
      expect(
        within(options)
          .getAllByRole("option")
          .map(({ textContent }) => textContent),
      ).toEqual(["Last Updated", "Status"]);
    },
  );

  it("are counted after a search, and none says so", { tags: ["W-RDY-014"] }, async () => {
    await show(staff, "/?attention=true&q=haddad", { counts: { attention: 9, found: 2 } });
    expect(await screen.findByText('Found 2 case(s) matching "haddad"')).toBeTruthy();
    cleanup();
    queryClient.clear();
    await show(staff, "/?attention=true", { rows: [], counts: { attention: 0, found: 0 } });
    expect(screen.getByText("No case needs attention.")).toBeTruthy();
  });
});
