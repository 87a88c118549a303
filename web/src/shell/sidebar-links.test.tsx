import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { FileCheck, User } from "lucide-react";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { SidebarLinks } from "./sidebar-links.tsx";

const pages = [
  { to: "/review", label: "Review", icon: FileCheck },
  { to: "/profile", label: "Profile", icon: User },
] as const;

async function nameWith(count: number): Promise<{ link: HTMLElement; profile: HTMLElement }> {
  queryClient.clear();
  answerWith({ "GET /api/reviews/count": { body: { count } } });
  const root = createRootRoute({
    component: () => <SidebarLinks groups={[{ heading: null, pages }]} />,
  });
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const profile = await screen.findByRole("link", { name: "Profile" });
  const name =
    count === 0 ? "Review" : new RegExp(`^Review, ${count > 99 ? "99\\+" : count} waiting`);
  return { link: await screen.findByRole("link", { name }), profile };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it(
  "counts what waits beside its link alone: nothing at 0, '99+' above 99, part of the name",
  { tags: ["W-NAV-003"] },
  async () => {
    const { link, profile } = await nameWith(7);
    expect(link.textContent).toContain("7");
    expect(profile.textContent.trim()).toBe("Profile");
    cleanup();
    expect((await nameWith(0)).link.textContent.trim()).toBe("Review");
    cleanup();
    expect((await nameWith(100)).link.textContent).toContain("99+");
    cleanup();
    expect((await nameWith(99)).link.textContent).toContain("99");
  },
);
