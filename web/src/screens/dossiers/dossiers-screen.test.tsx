import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { FakeStream } from "#web/api/fake-stream.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { DossierCards } from "./dossier-cards.tsx";

let nextUser = 7000;

const dossier = {
  id: 4,
  caseId: 9,
  number: 2,
  kind: "fiu",
  program: "vanuatu",
  title: "FIU, first stage",
  addressee: "Financial Intelligence Unit",
  options: { partMegabytes: 20, toFollow: false, newSince: null },
  reason: null,
  holdsGovernment: false,
  state: "running",
  problem: null,
  step: "Part 2 of 3",
  donePages: 120,
  totalPages: 302,
  pages: null,
  bytes: null,
  parts: null,
  differenceFrom: null,
  builtBy: null,
  requestedAt: "2026-11-24T08:00:00.000Z",
  builtAt: null,
  handedInOn: null,
  authorityReference: null,
  removedAt: null,
  removedReason: null,
  version: 1,
};

const handedIn = {
  ...dossier,
  state: "built",
  step: null,
  pages: 302,
  parts: 2,
  builtAt: "2026-11-24T08:01:00.000Z",
  handedInOn: "2026-11-25",
  authorityReference: "FIU/26/0417",
};

async function open(role: "agent" | "client", dossiers: unknown[] | (() => unknown[])) {
  nextUser += 1;
  const names = { firstName: "Omar", lastName: "Fakhrazi", profileImageUrl: null };
  const user = { id: nextUser, email: "o@example.com", ...names, role, isAdmin: false };
  const server = answerWith({
    "GET /api/user": { body: user },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reviews/count": { body: { count: 0 } },
    "GET /api/notifications/count": { body: { unread: 0 } },
    "GET /api/cases/by-case-id/VU-1/dossiers": () => ({
      body: typeof dossiers === "function" ? dossiers() : dossiers,
    }),
    "GET /api/dossiers/4": {
      body: { ...handedIn, documents: [], files: [], chosen: { documents: [], leftOut: [] } },
    },
    "POST /api/dossiers/4/cancel": { body: { ...dossier, state: "cancelled" } },
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: "/case/VU-1/dossiers" }));
  return server;
}

beforeAll(() => import("./dossiers-screen.tsx"), 30_000);
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("shows how far a dossier is, by step and pages, and a way to stop it", async () => {
  await open("agent", [dossier]);
  await screen.findByText(/Part 2 of 3 · 120 of 302 pages/);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Dossier cancelled")).toBeDefined();
});

it(
  "goes on while the page is left, and says when it is ready",
  { tags: ["W-DOS-047"] },
  async () => {
    let now = dossier;
    await open("agent", () => [now]);
    await screen.findByText(/Part 2 of 3 · 120 of 302 pages/);
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
    now = { ...dossier, donePages: 200 };
    await act(() => invalidatePaths(["/api/cases/"]));
    await screen.findByText(/Part 2 of 3 · 200 of 302 pages/);
    await act(() => router.navigate({ href: "/case/VU-1/dossiers/new?kind=answer" }));
    expect(screen.queryByRole("progressbar")).toBeNull();
    now = { ...dossier, donePages: 260 };
    await act(() => invalidatePaths(["/api/cases/"]));
    await act(() => router.navigate({ href: "/case/VU-1/dossiers" }));
    await screen.findByText(/Part 2 of 3 · 260 of 302 pages/);
    now = { ...dossier, state: "built", step: null } as never;
    await act(() => invalidatePaths(["/api/cases/"]));
    expect(await screen.findByText("Dossier 2 is ready")).toBeDefined();
  },
);

it("says on phones too how long a dossier is and when it was handed in", () => {
  render(<DossierCards dossiers={[handedIn as never]} onOpen={() => undefined} />);
  expect(screen.getByText("302 pages, 2 parts")).toBeDefined();
  expect(screen.getByText("Handed in 25 Nov 2026")).toBeDefined();
});

it("says in its panel when it was handed in", async () => {
  await open("agent", [handedIn]);
  fireEvent.click(await screen.findByRole("button", { name: "FIU, first stage" }));
  const panel = await screen.findByRole("dialog");
  const fact = await within(panel).findByText("Handed in");
  expect(fact.nextElementSibling?.textContent).toBe("25 Nov 2026");
});

it("says when there is none, and leads to building one", async () => {
  await open("agent", []);
  await screen.findByText("No dossiers yet.");
  expect(screen.getByText("Build one when the papers of a stage are accepted.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Build dossier" }).getAttribute("href")).toBe(
    "/case/VU-1/dossiers/new",
  );
});

it("is not for clients", async () => {
  await open("client", []);
  expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeDefined();
});
