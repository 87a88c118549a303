import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";

let nextUser = 8800;

const counts = {
  rows: 0,
  ready: 0,
  warned: 0,
  blocked: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  removed: 0,
  restored: 0,
  kept: 0,
};
const listed = {
  id: 5,
  kind: "cases",
  state: "mapping",
  name: "cases.xlsx",
  reason: null,
  counts,
  position: 0,
  waiting: false,
  createdBy: { id: 1, firstName: "Leila", lastName: "Haddad" },
  createdAt: "2026-11-21T08:00:00.000Z",
  startedAt: null,
  finishedAt: null,
  undoUntil: null,
  version: 3,
};
const head = (name: string, ...samples: string[]) => ({ head: name, samples });
const columns = {
  cases: [head("File no.", "VU-1", "VU-2"), head("Titel", "Haddad"), head("Program", "Nauru")],
  people: null,
};
const options = {
  existing: "skip",
  clients: "leaveOut",
  automation: false,
  dates: "dayFirst",
  decimals: "point",
};
const imported = (more: object = {}) => ({
  ...listed,
  columns,
  mapping: { cases: { caseId: 0, program: 2 }, people: null },
  options,
  ...more,
});
const ONE = "/api/imports/5";
const ROWS = `${ONE}/rows?limit=200`;

async function open(replies: Parameters<typeof answerWith>[0], address: string, isAdmin = true) {
  nextUser += 1;
  const names = { firstName: "Leila", lastName: "Haddad", profileImageUrl: null };
  const user = { id: nextUser, email: "l@example.com", ...names, role: "agent", isAdmin };
  const server = answerWith({
    "GET /api/user": { body: user },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reviews/count": { body: { count: 0 } },
    "GET /api/notifications/count": { body: { unread: 0 } },
    [`GET ${ROWS}`]: { body: { rows: [], next: null } },
    ...replies,
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: address }));
  return server;
}

beforeAll(() => import("./imports-screen.tsx"), 30_000);
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("EventSource", FakeStream);
  stubResizeObserver();
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the list of imports", () => {
  it("says when there is none, and offers the template", async () => {
    await open({ "GET /api/imports": { body: { rows: [], next: null } } }, "/imports");
    await screen.findByText("Nothing was imported yet.");
    expect(screen.getByRole("button", { name: "Download the template" })).toBeDefined();
  });

  it("names each with its state and what became of its rows", async () => {
    const row = {
      ...listed,
      state: "finished",
      counts: { ...counts, rows: 300, created: 296, blocked: 4 },
    };
    await open({ "GET /api/imports": { body: { rows: [row], next: null } } }, "/imports");
    expect(await screen.findByText("296 created · 4 left out")).toBeDefined();
    expect(screen.getByText("Finished")).toBeDefined();
  });

  it(
    "is an admin's alone, and asks for nothing before that is known",
    { tags: ["W-NAV-004"] },
    async () => {
      const server = await open({}, "/imports", false);
      expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeDefined();
      expect(server.received.filter(({ url }) => url.startsWith("/api/imports"))).toEqual([]);
    },
  );
});

describe("an import", () => {
  it("names the required columns that are still open, and sends what was chosen", async () => {
    const saved = imported({ state: "checking" });
    const server = await open(
      { [`GET ${ONE}`]: { body: imported() }, [`PUT ${ONE}/mapping`]: { body: saved } },
      "/imports?import=5",
    );
    expect(await screen.findByText("Still needed: Title, Nationality")).toBeDefined();
    expect(screen.getByText("VU-1 · VU-2")).toBeDefined();
    expect(screen.getByRole("button", { name: "Check" })).toHaveProperty("disabled", true);
    await choose("Column Titel", "Title");
    expect(await screen.findByText("Still needed: Nationality")).toBeDefined();
    // One column to one field: Program is taken away from its own.
    await choose("Column Program", "Nationality");
    expect(await screen.findByText("Still needed: Program")).toBeDefined();
    expect(server.received.some(({ method }) => method === "PUT")).toBe(false);
  });

  it("starts once it is confirmed that rows are left out", async () => {
    const checked = imported({
      state: "checked",
      counts: { ...counts, rows: 312, ready: 284, warned: 12, blocked: 16 },
    });
    const server = await open(
      {
        [`GET ${ONE}`]: { body: checked },
        [`POST ${ONE}/start`]: { body: imported({ state: "running" }) },
      },
      "/imports?import=5",
    );
    await screen.findByText("312 rows: 284 ready, 12 with warnings, 16 with problems");
    expect(screen.getByText("296 cases will be created, 16 left out.")).toBeDefined();
    const start = screen.getByRole("button", { name: "Start import" });
    expect(start).toHaveProperty("disabled", true);
    fireEvent.click(screen.getByRole("checkbox", { name: "Leave out 16 rows with problems" }));
    fireEvent.click(start);
    expect(await screen.findByText("Import started")).toBeDefined();
    expect(JSON.parse(server.to(`${ONE}/start`)[0]?.body ?? "")).toEqual({ withoutBlocked: true });
  });

  it("says how far it is and may be paused, and says the end", async () => {
    const running = {
      state: "running",
      counts: { ...counts, rows: 300, ready: 300 },
      position: 120,
    };
    await open({ [`GET ${ONE}`]: { body: imported(running) } }, "/imports?import=5");
    await screen.findByText("120 of 300");
    expect(screen.getByText("40 percent imported")).toBeDefined();
    expect(screen.getByRole("button", { name: "Pause" })).toBeDefined();
  });

  it("may be undone for a day", async () => {
    const finished = {
      state: "finished",
      counts: { ...counts, rows: 3, created: 3 },
      undoUntil: new Date(Date.now() + 3_600_000).toISOString(),
    };
    await open(
      {
        [`GET ${ONE}`]: { body: imported(finished) },
        [`POST ${ONE}/undo`]: { body: imported({ ...finished, state: "undoing" }) },
      },
      "/imports?import=5",
    );
    fireEvent.click(await screen.findByRole("button", { name: "Undo import" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain("Cases that nobody has worked on since are deleted");
    fireEvent.click(within(dialog).getByRole("button", { name: "Undo import" }));
    expect(await screen.findByText(/^until /)).toBeDefined();
  });
});

async function choose(column: string, field: string) {
  fireEvent.click(await screen.findByRole("combobox", { name: column }));
  fireEvent.click(await screen.findByRole("option", { name: field }));
}

describe("a folder of scans", () => {
  it("goes on after a reload where it was", { tags: ["W-IMP-021"] }, async () => {
    const all = Array.from({ length: 1000 }, (_, at) => `Scans/VU-1/Main/paper ${at}.pdf`);
    const there = all.slice(0, 600);
    const rowOf = (name: string, at: number) => ({
      sheet: "files",
      number: at + 1,
      state: "ready",
      name,
      problems: [],
      case: null,
      size: 1,
      applicantId: null,
      person: null,
      category: "uncategorized",
    });
    const pages = Object.fromEntries(
      [0, 1, 2].map((page) => [
        `GET ${ROWS}${page === 0 ? "" : `&after=${page}`}`,
        {
          body: {
            rows: there
              .slice(page * 200, (page + 1) * 200)
              .map((name, at) => rowOf(name, page * 200 + at)),
            next: page === 2 ? null : String(page + 1),
          },
        },
      ]),
    );
    const sent: string[] = [];
    let atOnce = 0;
    let most = 0;
    vi.stubGlobal(
      "XMLHttpRequest",
      class extends EventTarget {
        status = 201;
        statusText = "";
        responseText = "{}";
        upload = new EventTarget();
        open() {}
        setRequestHeader() {}
        getResponseHeader() {
          return null;
        }
        abort() {}
        send(form: FormData) {
          atOnce += 1;
          most = Math.max(most, atOnce);
          const path = form.get("path");
          if (typeof path === "string") sent.push(path);
          setTimeout(() => {
            atOnce -= 1;
            this.dispatchEvent(new Event("load"));
          });
        }
      },
    );
    const folder = imported({
      kind: "scans",
      state: "checked",
      name: "",
      columns: { cases: null, people: null },
      counts: { ...counts, rows: 600, ready: 600 },
    });
    await open({ [`GET ${ONE}`]: { body: folder }, ...pages }, "/imports?import=5");
    const input = await screen.findByLabelText("Choose a folder", { selector: "input" });
    const files = all.map((path) =>
      Object.defineProperty(new File(["x"], path.split("/").at(-1) ?? ""), "webkitRelativePath", {
        value: path,
      }),
    );
    fireEvent.change(input, { target: { files } });
    await waitFor(() => expect(sent).toHaveLength(400), { timeout: 10_000 });
    expect(sent.toSorted()).toEqual(all.slice(600).toSorted());
    expect(most).toBe(4);
  });
});
