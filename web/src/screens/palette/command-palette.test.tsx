import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FoundKind, SearchAnswer } from "contract/search";
import type { CurrentUser } from "contract/session";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { forgetRecentCases, rememberCase } from "#web/shell/recent-cases.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { CommandPalette } from "./command-palette.tsx";

const admin = { id: 1, role: "admin", isAdmin: true } as CurrentUser;
const hit = (id: number, title: string, more: Partial<FoundKind["hits"][number]> = {}) => ({
  id,
  title,
  detail: "Main Applicant",
  at: "2026-03-01T10:00:00.000Z",
  caseId: "VU-2026-0014",
  caseTitle: "Family Sarrouf",
  link: `/case/VU-2026-0014?tab=applicants&person=${id}`,
  marks: [] as [number, number][],
  ...more,
});
const kind = (name: FoundKind["kind"], more: Partial<FoundKind> = {}): FoundKind => ({
  kind: name,
  hits: [],
  more: false,
  late: false,
  ...more,
});
const answer = (kinds: FoundKind[], more: Partial<SearchAnswer> = {}) => ({
  body: { kinds, preparing: 0, prepared: 0, ...more },
});
const find = (query: string) => `GET /api/search?${query}`;

function open(replies: Parameters<typeof answerWith>[0], user = admin) {
  const server = answerWith(replies);
  function Page() {
    const [search, setSearch] = useState("");
    const [isOpen, setIsOpen] = useState(true);
    return (
      <CommandPalette
        user={user}
        open={isOpen}
        onOpenChange={setIsOpen}
        search={search}
        onSearchChange={setSearch}
        returnFocus={() => undefined}
      />
    );
  }
  const root = createRootRoute({ notFoundComponent: Page });
  const routeTree = root.addChildren(
    ["/", "/case/$caseId", "/case/$caseId/checklist"].map((path) =>
      createRoute({ getParentRoute: () => root, path, component: Page }),
    ),
  );
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { server, router };
}

const field = () => screen.findByRole("combobox");
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
const chosen = () =>
  screen.getAllByRole("option").find((each) => each.getAttribute("aria-selected") === "true")
    ?.textContent;

beforeEach(() => {
  stubResizeObserver();
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  forgetRecentCases();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const sarr = {
  [find("q=sarr")]: answer([
    kind("case", {
      hits: [hit(14, "Family Sarrouf", { detail: "Onboarding", link: "/case/VU-2026-0014" })],
    }),
    kind("person", { hits: [hit(7, "Nadim Sarrouf", { marks: [[6, 10]] })], more: true }),
    kind("message", { late: true }),
  ]),
};

describe("the palette", () => {
  it("shows what is found by kind, the found letters in bold", async () => {
    open(sarr);
    await type("sarr");
    await screen.findByText("People");
    expect(options()).toEqual([
      "Family SarroufVU-2026-0014Onboarding",
      "Nadim SarroufFamily Sarrouf·VU-2026-0014Main Applicant",
      "Show more people",
    ]);
    expect(document.querySelector("mark")?.textContent).toBe("Sarr");
    expect(screen.getByText("Type more to search messages.")).toBeTruthy();
  });

  it("keeps the end of a long file name, with what was found in bold on both sides of the gap", async () => {
    const name = "Bank statement of the family, page 2.pdf";
    open({
      [find("q=fam")]: answer([
        kind("document", {
          hits: [hit(3, name, { marks: [[22, 34]], caseId: null, caseTitle: null })],
        }),
      ]),
    });
    await type("fam");
    const line = await screen.findByTitle(name);
    expect([...line.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
      "family",
      ", page",
    ]);
    expect(line.lastElementChild?.textContent).toBe(".pdf");
  });

  it(
    "reaches any hit by keyboard, and opens it beside this page as well",
    { tags: ["W-FND-018"] },
    async () => {
      const opened = vi.fn<typeof window.open>();
      vi.stubGlobal("open", opened);
      const { router } = open(sarr);
      await type("sarr");
      await screen.findByText("People");
      expect(chosen()).toMatch(/^Family/);
      fireEvent.keyDown(await field(), { key: "ArrowDown" });
      expect(chosen()).toMatch(/^Nadim/);
      fireEvent.keyDown(await field(), { key: "Tab" });
      expect(chosen()).toMatch(/^Family/);
      fireEvent.keyDown(await field(), { key: "Tab" });
      expect(chosen()).toMatch(/^Nadim/);
      fireEvent.keyDown(await field(), { key: "Enter", ctrlKey: true });
      const link = "/case/VU-2026-0014?tab=applicants&person=7";
      expect(opened).toHaveBeenCalledWith(link, "_blank", "noopener");
      fireEvent.keyDown(await field(), { key: "Enter" });
      await vi.waitFor(() => expect(router.state.location.href).toBe(link));
    },
  );

  it("asks for one kind after its letter", { tags: ["W-FND-020"] }, async () => {
    const { server } = open({
      [find("q=sarr&kind=person")]: answer([kind("person", { hits: [hit(7, "Nadim Sarrouf")] })]),
    });
    await type("p: sarr");
    await screen.findByText("People");
    expect(options()).toEqual(["Nadim SarroufFamily Sarrouf·VU-2026-0014Main Applicant"]);
    expect(server.received.every(({ url }) => url.includes("kind=person"))).toBe(true);
  });

  it(
    "begins with the cases opened last, then the pages; nothing of them after signing out",
    { tags: ["W-FND-021"] },
    async () => {
      for (let id = 1; id <= 10; id += 1) rememberCase(id);
      rememberCase(4);
      const rows = [4, 10].map((id) => ({
        id,
        caseId: `C-${id}`,
        title: `Case ${id}`,
        status: "hold",
      }));
      open({ "GET /api/cases/rows?ids=4%2C10%2C9%2C8%2C7%2C6%2C5%2C3": { body: rows } });
      await screen.findByText("Opened last");
      expect(options().slice(0, 3)).toEqual([
        "Case 4C-4On hold",
        "Case 10C-10On hold",
        "Dashboard",
      ]);
      cleanup();
      queryClient.clear();
      forgetRecentCases();
      open({});
      await field();
      expect(screen.queryByText("Opened last")).toBeNull();
      expect(options()[0]).toBe("Dashboard");
    },
  );

  it.each([
    ["agent", ["Checklist", "Dossiers", "Dashboard"]],
    ["client", ["Checklist", "Dashboard"]],
    ["accountant", ["Dashboard"]],
  ] as const)(
    "begins inside a case with what an %s finds there",
    { tags: ["W-NAV-001"] },
    async (role, first) => {
      const { router } = open({}, { ...admin, role, isAdmin: false });
      await act(() => router.navigate({ to: "/case/VU-2026-0014/checklist" as never }));
      await field();
      expect(options().slice(0, first.length)).toEqual(first);
    },
  );

  it(
    "says once how many there are, half a second after the last key",
    { tags: ["W-FND-022"] },
    async () => {
      open(sarr);
      await type("sarr");
      await screen.findByText("People");
      expect(screen.getByRole("status").textContent).toBe("");
      expect(await screen.findByText("2 results", {}, { timeout: 2000 })).toBeTruthy();
    },
  );

  it("offers to try again after a failure, and says when nothing was found", async () => {
    let isDown = true;
    open({
      [find("q=nobody")]: () =>
        isDown ? { status: 500, body: "" } : answer([], { preparing: 258_800, prepared: 41_200 }),
    });
    await type("nobody");
    await screen.findByText("The search failed.");
    isDown = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No results found.")).toBeTruthy();
    const text = "The search is being prepared: 41,200 of 300,000 entries.";
    expect(screen.getByText(text)).toBeTruthy();
  });

  it("is cleared by Escape before it is closed, and shows more when asked", async () => {
    open({
      ...sarr,
      [find("q=sarr&kind=person&limit=30")]: answer([
        kind("person", { hits: [hit(7, "Nadim Sarrouf"), hit(8, "Rima Sarrouf")] }),
      ]),
    });
    await type("sarr");
    fireEvent.click(await screen.findByText("Show more people"));
    expect(await screen.findByText("Rima Sarrouf")).toBeTruthy();
    expect(screen.queryByText("Show more people")).toBeNull();
    fireEvent.keyDown(await field(), { key: "Escape" });
    expect((await field()) as HTMLInputElement).toHaveProperty("value", "");
    await act(async () => void fireEvent.keyDown(await field(), { key: "Escape" }));
    await vi.waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  });

  it("tells clients that it searches their cases", async () => {
    open({}, { id: 2, role: "client", isAdmin: false } as CurrentUser);
    expect(await screen.findByPlaceholderText("Search your cases")).toBeTruthy();
  });
});
