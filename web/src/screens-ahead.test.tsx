import { RouterContextProvider } from "@tanstack/react-router";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { CurrentUser } from "contract/session";
import { router } from "#web/router.tsx";
import { sidebarLinks } from "#web/shell/navigation.ts";
import { useScreensFetchedIdly } from "#web/shell/use-screens-fetched-idly.ts";

const client: CurrentUser = {
  id: 1,
  email: "nadim@example.com",
  firstName: "Nadim",
  lastName: "Sarrouf",
  profileImageUrl: null,
  isAdmin: false,
  role: "client",
};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const staticDataOf = (path: keyof typeof router.routesByPath) =>
  router.routesByPath[path].options.staticData ?? {};

it("every screen behind the sign-in has a shape in which it comes", () => {
  const paths = sidebarLinks({ ...client, isAdmin: true }).map(({ to }) => to);
  for (const path of [...paths, "/case/$caseId"] as const)
    expect(staticDataOf(path).shape, path).toBeDefined();
});

it("the code of the screens that one can go to is fetched when there is nothing else to do", () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestIdleCallback", (run: () => void) => Number(setTimeout(run, 100)));
  vi.stubGlobal("cancelIdleCallback", clearTimeout);
  const fetches = (["/", "/case/$caseId", "/profile", "/users"] as const).map((path) =>
    vi.spyOn(staticDataOf(path), "fetch").mockReturnValue(undefined),
  );
  function Ahead() {
    useScreensFetchedIdly(client);
    return null;
  }
  render(
    <RouterContextProvider router={router}>
      <Ahead />
    </RouterContextProvider>,
  );
  vi.advanceTimersByTime(3000);
  expect(fetches.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0]);
  vi.advanceTimersByTime(100);
  // A client has no user management.
  expect(fetches.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 0]);
});
