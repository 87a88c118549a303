import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CaseCounts, CaseRow } from "contract/case-lists";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import { queryClient } from "#web/api/query.ts";
import { tellRowChanges } from "#web/api/row-changes.ts";
import { signInAs } from "#web/testing/invoice-ledger.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { DashboardScreen } from "./dashboard-screen.tsx";

const SIZE = 96_000;
const EACH = SIZE / caseStatuses.length;
const unread = new Map<number, number>();

const rowAt = (place: number): CaseRow => {
  const status = caseStatuses[Math.floor(place / EACH)] ?? "hold";
  const person = {
    firstName: "Maximiliana",
    lastName: "Featherstonehaugh-Al-Mansoori",
    email: "maximiliana.featherstonehaugh@bureau.example",
  };
  return {
    id: place + 1,
    caseId: `VU-2026-${place + 1}`,
    title: `Featherstonehaugh-Al-Mansoori - Citizenship Application ${place + 1}`,
    status,
    nationality: "Emirati",
    citizenshipProgram: "vanuatu",
    numberOfApplicants: 4,
    assignedUsers: [1, 2, 3].map((id) => ({ ...person, id, pending: false })),
    assignedCount: 12,
    updatedAt: "2026-01-01T08:00:00.000Z",
    version: 1,
    unreadCount: unread.get(place + 1) ?? 0,
    readiness: null,
    needs: null,
    group: status,
  };
};
const counts: CaseCounts = {
  total: SIZE,
  byStatus: Object.fromEntries(
    caseStatuses.map((status) => [status, EACH]),
  ) as CaseCounts["byStatus"],
  attention: null,
  only: null,
  found: SIZE,
  groups: caseStatuses.map((key) => ({ key, label: caseStatusTexts[key].label, count: EACH })),
  next: null,
  preparing: 0,
};

type Asked = { readonly path: string; readonly bytes: number };

async function show(): Promise<Asked[]> {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://portal.example");
    const body = JSON.stringify(answerTo(pathname, searchParams));
    asked.push({ path: pathname + (searchParams.get("from") ?? ""), bytes: body.length });
    return new Response(body);
  });
  signInAs({ role: "agent", isAdmin: false });
  const router = createRouter({
    routeTree: createRootRoute({ component: DashboardScreen }),
    history: createMemoryHistory({ initialEntries: ["/?groupBy=status"] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(document.body.textContent).toContain("Application 2"));
  return asked;
}

function answerTo(path: string, query: URLSearchParams): unknown {
  if (path === "/api/cases/counts") return counts;
  if (path === "/api/cases/rows")
    return (query.get("ids") ?? "").split(",").map((id) => rowAt(Number(id) - 1));
  const head = caseStatuses.findIndex((status) => status === query.get("from"));
  const first = Number(
    query.get("after") ?? Math.max(0, head) * EACH + Number(query.get("skip") ?? 0),
  );
  const rows = Array.from({ length: 50 }, (_, index) => rowAt(first + index));
  return { rows, next: String(first + 50), preparing: 0 };
}

beforeEach(() => {
  queryClient.clear();
  unread.clear();
  stubResizeObserver();
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(120);
  // A page as high as its list.
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(100_000_000);
  vi.stubGlobal("scrollTo", ({ top }: { top: number }) => {
    Object.defineProperty(window, "scrollY", { value: top, configurable: true });
    window.dispatchEvent(new Event("scroll"));
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
});

it(
  "reaches the head of a group far below by the strip, with one page read",
  { tags: ["W-LST-024"] },
  async () => {
    const asked = await show();
    const wanted = caseStatuses[6] ?? "hold";
    asked.length = 0;
    const strip = screen.getByRole("navigation", { name: "Cases by status" });
    fireEvent.click(within(strip).getByTitle(caseStatusTexts[wanted].label));
    const first = `Application ${6 * EACH + 1}`;
    await waitFor(() => expect(document.body.textContent).toContain(first));
    // From a few rows above it on, which are drawn too.
    expect(asked.map(({ path }) => path)).toEqual([`/api/cases/page${caseStatuses[5]}`]);
  },
);

it(
  "changes one card for a message, by one call of at most a kilobyte",
  { tags: ["W-LST-034"] },
  async () => {
    const asked = await show();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    asked.length = 0;
    unread.set(1, 7);
    act(() => tellRowChanges([{ list: "cases", id: 1, kind: "row" }]));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(await screen.findAllByText(/^7/)).not.toEqual([]);
    expect(asked.map(({ path }) => path)).toEqual(["/api/cases/rows"]);
    expect(asked[0]?.bytes).toBeLessThanOrEqual(1024);
  },
);
