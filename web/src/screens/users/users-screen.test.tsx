import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "contract/users";
import { invalidateKeys, queryClient } from "#web/api/query.ts";
import { signInAs } from "#web/testing/invoice-ledger.ts";
import { TooltipProvider } from "#web/ui/tooltip.tsx";
import { UsersScreen } from "./users-screen.tsx";

const user = (id: number): User => ({
  id,
  email: `person${id}@example.com`,
  firstName: "Person",
  lastName: String(id),
  profileImageUrl: null,
  role: "client",
  isAdmin: false,
  mailFails: false,
  createdAt: "2026-11-01T08:00:00.000Z",
  updatedAt: "2026-11-01T08:00:00.000Z",
});

/** Fewer at once than the portal has: so many rows with their controls are drawn slowly here. */
const AT_ONCE = 15;

/** A bureau of so many users, which answers as the portal does. */
function openBureau(size: number) {
  const bureau = { users: Array.from({ length: size }, (_, index) => user(index + 1)) };
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const { pathname, searchParams } = new URL(address, "http://portal.example");
    if (pathname === "/api/invitations") return new Response("[]");
    if (pathname !== "/api/users/page") throw new Error(`Nobody answers ${address}`);
    const q = searchParams.get("q") ?? "";
    const found = bureau.users.filter(({ email }) => email.includes(q));
    const first = Number(searchParams.get("after") ?? 0);
    const end = first + AT_ONCE;
    const next = end < found.length ? String(end) : null;
    return new Response(JSON.stringify({ rows: found.slice(first, end), next }));
  });
  return { bureau, asked, pages: () => asked.filter((each) => each.startsWith("/api/users/page")) };
}

async function show(address = "/users") {
  const router = createRouter({
    routeTree: createRootRoute({ component: UsersScreen }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByText("Active Users");
}

/** By the page itself: roles are looked up slowly among so many controls. */
const rowsShown = () => document.querySelectorAll("tbody tr").length;
const headings = () => [...document.querySelectorAll("h2")].map(({ textContent }) => textContent);

beforeEach(() => {
  queryClient.clear();
  signInAs({ role: "admin", isAdmin: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("user management", () => {
  it(
    "counts a bureau that one page holds, and searches it on the server",
    { tags: ["W-LST-001"] },
    async () => {
      const { asked, pages } = openBureau(12);
      await show();
      expect(headings()).toEqual(["Active Users 12", "Pending Invitations 0"]);
      expect(screen.queryByRole("button", { name: "Show more users" })).toBeNull();
      fireEvent.change(screen.getByRole("searchbox"), { target: { value: "person12" } });
      await waitFor(() => expect(rowsShown()).toBe(1));
      expect(headings()[0]).toBe("Active Users 12");
      fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nobody" } });
      expect(await screen.findByText("Nobody matches this search.")).toBeTruthy();
      expect(pages()).toEqual([
        "/api/users/page?limit=100",
        "/api/users/page?q=person12&limit=100",
        "/api/users/page?q=nobody&limit=100",
      ]);
      expect(asked).not.toContain("/api/users");
    },
  );

  it("reads the next ones when asked for them", async () => {
    const { pages } = openBureau(20);
    await show();
    expect([rowsShown(), headings()[0]]).toEqual([15, "Active Users 15+"]);
    fireEvent.click(screen.getByText("Show more users"));
    await waitFor(() => expect(rowsShown()).toBe(20));
    expect(headings()[0]).toBe("Active Users 20");
    expect(screen.queryByText("Show more users")).toBeNull();
    expect(pages()).toHaveLength(2);
  });

  it("reads on to the user that a link points at, and says so when there is none", async () => {
    openBureau(20);
    await show("/users?user=18");
    await waitFor(() => expect(document.querySelector("[data-found]")).toBeTruthy());
    expect(document.querySelector("[data-found]")?.textContent).toContain("person18@");
    expect(screen.queryByText("This user no longer exists.")).toBeNull();
    cleanup();
    await show("/users?user=999");
    expect(await screen.findByText("This user no longer exists.")).toBeTruthy();
  });

  it("shows what others change as soon as the portal tells of it", async () => {
    const { bureau } = openBureau(3);
    await show();
    bureau.users = bureau.users.slice(1);
    await act(() => invalidateKeys(["/api/users", "/api/users/page"]));
    await waitFor(() => expect(rowsShown()).toBe(2));
    expect(headings()[0]).toBe("Active Users 2");
  });
});
