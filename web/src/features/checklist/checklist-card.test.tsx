import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Checklist } from "contract/checklist";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { buildChecklist, buildClientChecklist, family } from "#web/testing/checklist-records.ts";
import { ChecklistCard } from "./checklist-card.tsx";

async function show(checklist: Checklist): Promise<HTMLElement> {
  queryClient.clear();
  answerWith({ "GET /api/cases/by-case-id/VU-2026-0014/checklist": { body: checklist } });
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => <ChecklistCard caseCode="VU-2026-0014" applicants={family} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return screen.findByRole("link");
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it(
  "tells how far a case is and at most three next things, and leads to the checklist",
  { tags: ["W-CHK-057"] },
  async () => {
    const card = await show(buildChecklist());
    expect(card.getAttribute("href")).toBe("/case/VU-2026-0014/checklist");
    expect(card.textContent).toContain("Checklist: 1 of 8");
    expect(card.textContent).toContain("12 %");
    expect(card.textContent).toContain("Proof of AddressRima Sarrouf · Changes asked");
    expect(card.textContent).toContain(
      "Sale contract behind the April depositNadim Sarrouf · Missing",
    );
  },
);

it("speaks to clients in their words", async () => {
  const card = await show(buildClientChecklist());
  expect(card.textContent).toContain("Rima Sarrouf · Please change");
});

it("says so when nothing is open, and what a case without applicants lacks", async () => {
  expect((await show(buildChecklist({ next: [] }))).textContent).toContain(
    "Everything asked for is here.",
  );
  cleanup();
  const client = { ...buildClientChecklist(), next: [] };
  expect((await show(client)).textContent).toContain("Nothing is needed from you now.");
  cleanup();
  const none = { ...buildChecklist().readiness, total: 0, done: 0, percent: null };
  expect((await show(buildChecklist({ readiness: none }))).textContent).toContain(
    "Add the applicants to see the checklist.",
  );
});
