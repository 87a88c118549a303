import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bulk } from "contract/bulk-actions";
import type { CaseRow } from "contract/case-lists";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { invalidateKeys, queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import type { CaseList } from "#web/features/cases/case-list-source.ts";
import { listState } from "#web/lists/list-state.ts";
import { LoadedRows } from "#web/lists/loaded-rows.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { caseSelection } from "./case-selection.ts";
import { SelectBox } from "./select-box.tsx";
import { SelectionBar } from "./selection-bar.tsx";

const row = (id: number) =>
  ({ id, title: `Case ${id}`, caseId: `C-${id}`, group: null }) as CaseRow;
const rows = [1, 2, 3, 4].map(row);
const csrf = { "GET /api/csrf-token": { body: { csrfToken: "token" } } };
const ALL = "GET /api/cases/page?groupBy=none&sort=updatedAt&order=desc&limit=100";

function listOf(found: number, q = ""): CaseList {
  return listState({
    key: q,
    choice: { groupBy: "none", sort: "updatedAt", order: "desc", q, filters: {} },
    counts: { found, groups: [] } as unknown as CaseList["counts"],
    rows: new LoadedRows<CaseRow>().withPage(0, rows),
  });
}

const shown = (list: CaseList) => (
  <QueryClientProvider client={queryClient}>
    {rows.map((caseFile) => (
      <article key={caseFile.id}>
        <a href="/case">{caseFile.caseId}</a>
        <SelectBox caseFile={caseFile} isCorner />
      </article>
    ))}
    <SelectionBar list={list} onReady={() => undefined} />
  </QueryClientProvider>
);

function start(replies: Parameters<typeof answerWith>[0] = {}, found = 4) {
  const server = answerWith({ ...csrf, ...replies });
  const { rerender, unmount } = render(shown(listOf(found)));
  return { server, unmount, search: (q: string) => rerender(shown(listOf(found, q))) };
}

const bulk = (more: Partial<Bulk>): Bulk => ({
  id: 9,
  action: "status",
  state: "done",
  total: 2,
  done: 2,
  results: [1, 2].map((id) => ({ id, caseId: `C-${id}`, outcome: "done", message: null })),
  undoUntil: "2026-01-01T08:10:00.000Z",
  ...more,
});

const tick = (id: number, init = {}) =>
  fireEvent.click(screen.getByRole("checkbox", { name: `Select Case ${id}` }), init);
const press = (id: number, init: { key: string; ctrlKey?: boolean; shiftKey?: boolean }) =>
  fireEvent.keyDown(screen.getByText(`C-${id}`), init);
const selected = () => [...caseSelection.ids()].toSorted((a, b) => a - b);
const said = () => toastStore.read()[0];

async function moveTo(label: string) {
  fireEvent.keyDown(screen.getByRole("button", { name: "Status…" }), { key: "Enter" });
  fireEvent.click(await screen.findByRole("menuitem", { name: label }));
}

const signIn = (role: CurrentUser["role"]) =>
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: 1,
    email: "a@example.com",
    firstName: "Amina",
    lastName: "Rahman",
    profileImageUrl: null,
    role,
    isAdmin: role === "admin",
  });

beforeEach(() => {
  stubResizeObserver();
  signIn("admin");
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe("selecting cases", () => {
  it("one by one, by a range with Shift, by X, all that are loaded by Ctrl+A; Escape clears", () => {
    start();
    tick(1);
    expect(screen.getByText("1 selected")).toBeTruthy();
    tick(3, { shiftKey: true });
    expect(selected()).toEqual([1, 2, 3]);
    press(2, { key: "x" });
    expect(selected()).toEqual([1, 3]);
    press(2, { key: "a", ctrlKey: true });
    expect(selected()).toEqual([1, 2, 3, 4]);
    press(2, { key: "Escape" });
    expect(selected()).toEqual([]);
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it("ends with the search that it was made in, and with the screen", () => {
    const { search, unmount } = start();
    tick(1);
    search("amina");
    expect(selected()).toEqual([]);
    tick(1);
    unmount();
    expect(selected()).toEqual([]);
  });

  it("takes all that were found, also what nobody has scrolled to", async () => {
    const { server } = start(
      {
        [ALL]: { body: { rows: [row(1), row(2)], next: "n", preparing: 0 } },
        [`${ALL}&after=n`]: { body: { rows: [row(7)], next: null, preparing: 0 } },
      },
      1000,
    );
    tick(1);
    fireEvent.click(screen.getByRole("button", { name: "Select all 1,000 found" }));
    await waitFor(() => expect(selected()).toEqual([1, 2, 7]));
    expect(server.received).toHaveLength(2);
  });

  it("above 1,000 it is refused", { tags: ["W-VIE-023"] }, () => {
    const { server } = start({}, 1001);
    tick(1);
    fireEvent.click(screen.getByRole("button", { name: "Select all 1,001 found" }));
    expect(screen.getByRole("alert").textContent).toBe("Narrow the list to at most 1,000 cases.");
    expect(selected()).toEqual([1]);
    expect(server.received).toEqual([]);
  });
});

describe("reminding", () => {
  it(
    "says how many get one and how many none, before it sends",
    { tags: ["W-VIE-022"] },
    async () => {
      const refused = { outcome: "refused", message: "Nothing is open for the client." } as const;
      const remind = { action: "remind", undoUntil: null } as const;
      const { results } = bulk({});
      const tried = bulk({
        ...remind,
        total: 3,
        results: [...results, { id: 3, caseId: "C-3", ...refused }],
      });
      const answers = [tried, bulk(remind)];
      signIn("agent");
      const { server } = start({ "POST /api/cases/bulk": () => ({ body: answers.shift() }) });
      for (const id of [1, 2, 3]) tick(id);
      // Moving and assigning is not an agent's.
      expect(screen.queryByRole("button", { name: "Status…" })).toBeNull();
      fireEvent.click(screen.getByRole("button", { name: "Remind…" }));
      const question =
        "Send a reminder to the clients of 2 cases? 1 has nothing open and gets none.";
      expect(await screen.findByText(question)).toBeTruthy();
      const bodies = () =>
        server.to("/api/cases/bulk").map(({ body }) => JSON.parse(body) as unknown);
      expect(bodies()).toEqual([{ action: "remind", ids: [1, 2, 3], dryRun: true }]);
      fireEvent.click(screen.getByRole("button", { name: "Send reminder" }));
      await waitFor(() => expect(said()?.title).toBe("2 reminders sent"));
      expect(bodies()[1]).toEqual({ action: "remind", ids: [1, 2] });
    },
  );
});

describe("what is done with them", () => {
  it("moves them, says how many, and takes it back", async () => {
    const { server } = start({
      "POST /api/cases/bulk": { body: bulk({}) },
      "POST /api/bulk-actions/9/undo": { body: bulk({ id: 10, action: "undo", undoUntil: null }) },
    });
    tick(1);
    tick(2);
    await moveTo("Bank Clearance");
    await waitFor(() => expect(said()?.title).toBe("2 cases moved to Bank Clearance"));
    expect(JSON.parse(server.to("/api/cases/bulk")[0]?.body ?? "")).toEqual({
      action: "status",
      ids: [1, 2],
      status: "bank_clearance",
    });
    expect(selected()).toEqual([]);
    expect(said()?.action?.label).toBe("Undo");
    act(() => said()?.action?.onPress());
    await waitFor(() => expect(said()?.title).toBe("Undone"));
  });

  it("tells which were not done and why", async () => {
    const results: Bulk["results"] = [
      { id: 1, caseId: "C-1", outcome: "done", message: null },
      { id: 2, caseId: "C-2", outcome: "refused", message: "Changed by somebody else since." },
    ];
    start({ "POST /api/cases/bulk": { body: bulk({ results }) } });
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { onLine: true, clipboard: { writeText } });
    tick(1);
    tick(2);
    await moveTo("Bank Clearance");
    await screen.findByRole("dialog", { name: "Done: 1. Not done: 1." });
    fireEvent.click(screen.getByRole("button", { name: "Copy list" }));
    expect(writeText).toHaveBeenCalledWith("C-2\tChanged by somebody else since.");
    await act(async () => fireEvent.click(screen.getAllByRole("button", { name: "Close" })[0]!));
  });

  it("counts a long one as the server tells, and says its end also on another screen", async () => {
    const answers = [bulk({ state: "running", total: 214, done: 120, results: [] }), bulk({})];
    const { unmount } = start({
      "POST /api/cases/bulk": {
        status: 202,
        body: bulk({ state: "running", total: 214, done: 0, results: [] }),
      },
      "GET /api/bulk-actions/9": () => ({ body: answers.shift() }),
    });
    tick(1);
    await moveTo("Bank Clearance");
    expect(await screen.findByText("120 of 214")).toBeTruthy();
    unmount();
    await act(() => invalidateKeys(["/api/bulk-actions/9"]));
    await waitFor(() => expect(said()?.title).toBe("2 cases moved to Bank Clearance"));
  });
});
