import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { caseStatuses } from "contract/case-status";
import type { Role } from "contract/session";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";

const counts = {
  total: 2,
  byStatus: Object.fromEntries(caseStatuses.map((status) => [status, 0])),
  attention: null,
  only: null,
  found: 0,
  groups: [],
  next: null,
  preparing: 0,
};
const page = { rows: [], next: null, preparing: 0 };

/** Whoever asks; another person each time, so that no list is remembered. */
let lastId = 100;

async function open(address: string, role: Role) {
  lastId += 1;
  const names = { firstName: "Farid", lastName: "Haddad", profileImageUrl: null };
  const user = {
    id: lastId,
    email: "farid@example.com",
    ...names,
    role,
    isAdmin: role === "admin",
  };
  const asked: string[] = [];
  answerWith({ "GET /api/user": { body: user } });
  const known = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url === "/api/user") return known(url, init);
    asked.push(url);
    const body = url.startsWith("/api/cases/counts") ? counts : page;
    return new Response(JSON.stringify(body), { status: url.includes("by-case-id") ? 404 : 200 });
  });
  render(<RouterProvider router={router} />);
  // The test before has left its address.
  await act(() => router.navigate({ href: "/terms" }));
  asked.length = 0;
  await act(() => router.navigate({ href: address }));
  return asked;
}

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the dashboard's address", () => {
  it(
    "holds filters, search and order, and gives the same list to whoever opens it",
    { tags: ["W-VIE-001"] },
    async () => {
      const asked = await open(
        "/?q=sarr&status=courier%2Chold&program=nauru&sort=updatedAt&order=desc&groupBy=none",
        "agent",
      );
      await screen.findByRole("heading", { name: /Your Cases/ });
      const narrowed = "groupBy=none&q=sarr&status=courier%2Chold&program=nauru";
      await waitFor(() =>
        expect(asked).toEqual(
          expect.arrayContaining([
            `/api/cases/counts?${narrowed}`,
            `/api/cases/page?${narrowed}&sort=updatedAt&order=desc`,
          ]),
        ),
      );
      fireEvent.click(await screen.findByRole("button", { name: "Remove the filter Nauru" }));
      await waitFor(() => expect(router.state.location.search).not.toHaveProperty("program"));
      expect(router.state.location.search).toMatchObject({ q: "sarr", status: "courier,hold" });
      await waitFor(() =>
        expect(asked).toContain("/api/cases/counts?groupBy=none&q=sarr&status=courier%2Chold"),
      );
    },
  );

  it("is read without what is no filter", async () => {
    const asked = await open("/?status=nowhere&updatedWithin=9999&program=malta", "agent");
    await waitFor(() => expect(asked).toContain("/api/cases/counts?groupBy=status"));
  });

  it.each(["client", "accountant"] as const)(
    "gives a %s neither filter, views, board nor selection",
    { tags: ["W-VIE-002"] },
    async (role) => {
      const asked = await open("/?status=courier", role);
      await screen.findByRole("heading", { name: /Your Cases/ });
      for (const name of [/Filter/, /Views/, /Sort/, /Group/])
        expect(screen.queryByRole("button", { name })).toBeNull();
      expect(screen.queryByRole("link", { name: "Open board" })).toBeNull();
      expect(screen.queryByRole("checkbox")).toBeNull();
      await waitFor(() => expect(asked).toContain("/api/cases/counts?groupBy=none"));
    },
  );
});

it(
  "a case opened by its address reads that case and counts, no list",
  { tags: ["W-LST-043"] },
  async () => {
    const asked = await open("/case/VU-2026-0014", "client");
    await waitFor(() =>
      expect(asked.some((url) => url.startsWith("/api/cases/by-case-id/VU-2026-0014"))).toBe(true),
    );
    await screen.findByText(/Case not found/);
    const ofDashboard = /^\/api\/cases\/(counts|page)\?groupBy=/;
    const lists = asked.filter(
      (url) => !ofDashboard.test(url) && !url.endsWith("/count") && !url.includes("by-case-id"),
    );
    expect(lists).toEqual([]);
  },
);
