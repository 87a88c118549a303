/** Screens that are not for everybody, at their addresses. */
import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "contract/session";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";

async function open(address: string, role: Role) {
  const email = `${role}@example.com`;
  const names = { firstName: "Farid", lastName: "Haddad", profileImageUrl: null };
  const server = answerWith({
    "GET /api/user": { body: { id: 1, email, ...names, role, isAdmin: role === "admin" } },
    "GET /api/notifications/count": { body: { unread: 0 } },
    "GET /api/cases/counts": { body: {} },
    "GET /api/cases/page": { body: { rows: [], next: null, preparing: 0 } },
  });
  window.scrollTo = () => undefined;
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: address }));
  return server;
}

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("EventSource", FakeStream);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a screen that is not for everybody", () => {
  const denied = "You don't have permission to access this page.";
  it.each([
    ["/users", "agent", denied, "I-USER-005, I-ROLE-035"],
    ["/users", "accountant", denied, "I-USER-005, I-ROLE-035"],
    ["/users", "client", denied, "I-USER-005, I-ROLE-035"],
    ["/analytics", "agent", "Admin access required to view analytics", "I-ANLY-016, I-ROLE-034"],
    ["/analytics", "accountant", "Admin access required to view analytics", "I-ANLY-016"],
    ["/analytics", "client", "Admin access required to view analytics", "I-ANLY-016"],
    ["/accountant-invoices", "agent", denied, "I-ACCT-022, I-ROLE-033"],
    ["/accountant-invoices", "client", denied, "I-ACCT-022, I-ROLE-033"],
    ["/invoices", "accountant", denied, "I-ROLE-032"],
    ["/invoices", "client", denied, "I-ROLE-032"],
    ["/board", "accountant", denied, "W-NAV-004"],
    ["/board", "client", denied, "W-NAV-004"],
    ["/review", "accountant", denied, "W-NAV-004, W-REV-032"],
    ["/review", "client", denied, "W-NAV-004, W-REV-032"],
    ["/reminders", "accountant", denied, "W-NAV-004, W-CHS-029"],
    ["/reminders", "client", denied, "W-NAV-004, W-CHS-029"],
    ["/programs", "agent", denied, "W-NAV-004, W-RUL-004"],
    ["/programs", "accountant", denied, "W-NAV-004, W-RUL-004"],
    ["/programs", "client", denied, "W-NAV-004, W-RUL-004"],
    ["/bureau", "agent", denied, "W-NAV-004"],
    ["/bureau", "accountant", denied, "W-NAV-004"],
    ["/bureau", "client", denied, "W-NAV-004"],
  ] as const)("is %s, refused to the %s with %s [%s]", async (address, role, sentence, _rows) => {
    const server = await open(address, role);
    expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    const main = screen.getByRole("main");
    expect(main.querySelectorAll("table, [role=tablist], input")).toHaveLength(0);
    // The dashboard's list may be read before the address changes, and the bell's count; nothing of the refused screen is.
    const board = "/api/cases/page?groupBy=status&sort=updatedAt&order=desc";
    const isOther = (url: string) =>
      url === "/api/user" ||
      // The sidebar counts what waits for agents, wherever they are.
      (role === "agent" && url === "/api/reviews/count") ||
      url === "/api/notifications/count" ||
      (/^\/api\/cases\/(counts|page)\?/.test(url) && url !== board);
    expect(server.received.filter(({ url }) => !isOther(url))).toEqual([]);
  });
});
