import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CaseStatus } from "contract/case-status";
import type { Home, HomeRange, HomeState } from "contract/homes";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import type { Captures } from "#web/features/captures/use-captures.ts";
import { buildHome, buildNeed, billToPay } from "#web/testing/home-records.ts";
import { ClientHome } from "./client-home.tsx";

const path = "GET /api/cases/by-case-id/VU-2026-0014/home";
const asked = {
  takePhoto: vi.fn<Captures["takePhoto"]>(),
  chooseFile: vi.fn<Captures["chooseFile"]>(),
  chat: vi.fn<() => void>(),
};

type Shown = Partial<Home> & { answer?: { status: number }; status?: CaseStatus };

async function show({ answer, status = "bank_clearance", ...fields }: Shown = {}) {
  queryClient.clear();
  const server = answerWith({ [path]: answer ?? { body: buildHome(fields) } });
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => (
      <ClientHome
        caseFile={{ caseId: "VU-2026-0014", status }}
        captures={asked}
        onChat={asked.chat}
      >
        <p>The checklist</p>
      </ClientHome>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
    stringifySearch: (search: Record<string, string>) =>
      Object.keys(search).length === 0 ? "" : `?${new URLSearchParams(search).toString()}`,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByText("The checklist");
  if (answer === undefined) await screen.findByRole("heading", { name: "Your adviser" });
  return server;
}

const textOf = () => document.body.textContent ?? "";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T08:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe("what is needed of a client", () => {
  it(
    "has a heading and a sentence in each of the eight states",
    { tags: ["W-HOM-005"] },
    async () => {
      const needed = "What we need from you";
      const nothing = "Nothing is needed from you right now";
      const expected: Record<HomeState, [string, string, CaseStatus?]> = {
        finished: [
          "Your case is complete",
          "Your papers stay here to read and download.",
          "citizen",
        ],
        closed: [
          "This case is closed",
          "If you have questions, write to us in the chat.",
          "cancelled",
        ],
        paused: ["Your case is paused", "Nothing is needed from you while it is paused.", "hold"],
        overdue: [needed, "Something is overdue. If you need more time, write to us."],
        change: [needed, "Something has to be changed."],
        upload: [needed, ""],
        waiting: [nothing, "We are checking 2 documents."],
        nothing: [nothing, "We will write to you as soon as that changes."],
      };
      for (const [state, [heading, text, status]] of Object.entries(expected)) {
        const needs = heading === needed ? [buildNeed()] : [];
        await show({ state: state as HomeState, needs, waiting: 2, ...(status && { status }) });
        expect(screen.getByRole("heading", { name: heading }), state).toBeTruthy();
        expect(textOf(), state).toContain(text);
        cleanup();
      }
      await show({ state: "waiting", needs: [], waiting: 1 });
      expect(textOf()).toContain("We are checking 1 document.");
    },
  );

  it(
    "shows three things at most, then how many more, which lead to the open list",
    { tags: ["W-HOM-004"] },
    async () => {
      const needs = ["r1.p1", "r2.p1", "r3.p1"].map((key) => buildNeed({ key }));
      await show({ needs, moreNeeds: 0 });
      expect(within(list()).getAllByRole("listitem")).toHaveLength(3);
      expect(textOf()).not.toContain("more");
      cleanup();
      await show({ needs, moreNeeds: 2 });
      const more = screen.getByRole("link", { name: "and 2 more" });
      expect(more.getAttribute("href")).toBe("/case/VU-2026-0014/checklist?open=1");
    },
  );

  it("says of each for whom, until when, what is wrong and why", async () => {
    await show({
      state: "overdue",
      needs: [
        buildNeed({ key: "x7", dueOn: "2026-11-20", isOverdue: true, person: "Nadim Sarrouf" }),
        buildNeed({ key: "r10.p2", state: "changes_requested", publicText: "Too old." }),
        buildNeed({ key: "r1.p1", state: "expiring", validUntil: "2027-02-03" }),
      ],
    });
    const [overdue, change, expiring] = within(list()).getAllByRole("listitem");
    expect(overdue?.textContent).toContain("for Nadim SarroufOverdue since 20 November");
    expect(change?.textContent).toContain("Needs changes: Too old. See why");
    expect(expiring?.textContent).toContain("Valid only until 3 February 2027");
    const why = screen.getByRole("link", { name: "See why: Proof of Address" });
    expect(why.getAttribute("href")).toBe("/case/VU-2026-0014/checklist#r10.p2");
    cleanup();
    await show({ needs: [buildNeed({ state: "expired", dueOn: "2026-11-27" })] });
    expect(textOf()).toContain("Due 27 November");
    expect(textOf()).toContain("No longer valid");
  });

  it("sends a file with what it is for, a photo where there is a camera at hand", async () => {
    const need = buildNeed();
    const target = { caseId: "VU-2026-0014", label: "Proof of Address", upload: need.upload };
    await show({ needs: [need] });
    fireEvent.click(screen.getByRole("button", { name: "Choose a file: Proof of Address" }));
    expect(asked.chooseFile).toHaveBeenCalledWith(target);
    expect(screen.queryByRole("button", { name: /Take a photo/ })).toBeNull();
    cleanup();
    vi.stubGlobal("matchMedia", () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    await show({ needs: [need] });
    fireEvent.click(screen.getByRole("button", { name: "Take a photo: Proof of Address" }));
    expect(asked.takePhoto).toHaveBeenCalledWith(target);
  });

  it("names an invoice with what is to be paid, and leads there", async () => {
    await show({ state: "upload", needs: [{ kind: "invoice", ...billToPay }] });
    expect(list().textContent).toContain("Invoice AO-2026-0008AED 4,406.90");
    const link = screen.getByRole("link", { name: "Open the invoice AO-2026-0008" });
    expect(link.getAttribute("href")).toContain("tab=invoices&invoice=AO-2026-0008");
  });

  it(
    "says so when it could not be loaded, and what stands below stays usable",
    { tags: ["W-HOM-019"] },
    async () => {
      const server = await show({ answer: { status: 500 } });
      expect((await screen.findByRole("alert")).textContent).toContain(
        "What we need from you could not be loaded.",
      );
      const before = server.received.length;
      fireEvent.click(screen.getByRole("button", { name: "Try again" }));
      await vi.waitFor(() => expect(server.received.length).toBeGreaterThan(before));
      expect(screen.getByText("The checklist")).toBeTruthy();
    },
  );
});

describe("where the case stands", () => {
  const range: HomeRange = {
    unit: "week",
    low: 4,
    high: 8,
    from: "2026-11-10",
    to: "2026-12-08",
    cases: 23,
    place: "within",
  };
  const rangeText = () =>
    screen.getByRole("region", { name: "Where the case stands" }).textContent ?? "";

  it(
    "is a step, the day since, and a range before, within and after it",
    { tags: ["W-HOM-013"] },
    async () => {
      const below = "From 23 cases of the last two years. A range, not a promise.";
      await show({ range });
      expect(rangeText()).toContain("Step 4 of 9: Bank Clearancesince 13 October 2026");
      expect(rangeText()).toContain("For your case: by 8 December.");
      expect(rangeText()).toContain(
        "The next step usually comes 4 to 8 weeks after this one began.",
      );
      expect(rangeText()).toContain(below);
      cleanup();
      await show({ range: { ...range, place: "before", from: "2026-12-01", to: "2027-01-04" } });
      expect(rangeText()).toContain("For your case: between 1 December and 4 January 2027.");
      expect(rangeText()).toContain(below);
      cleanup();
      await show({ range: { ...range, place: "after", to: "2026-11-18" } });
      expect(rangeText()).toContain(
        "Your case has taken longer than usual. Your adviser can tell you more.",
      );
      expect(rangeText()).not.toContain("For your case");
      expect(rangeText()).toContain(below);
    },
  );

  it(
    "speaks of one day, one week, one month, and of the end in the last step",
    { tags: ["W-HOM-012"] },
    async () => {
      for (const unit of ["day", "week", "month"] as const) {
        await show({ range: { ...range, unit, low: 1, high: 1 } });
        expect(rangeText()).toContain(`comes about 1 ${unit} after this one began.`);
        cleanup();
      }
      const step = { index: 9, of: 9, status: "courier" as const, since: "2026-11-02" };
      await show({ range: { ...range, unit: "day", low: 2, high: 2 }, step });
      expect(rangeText()).toContain("The end usually comes about 2 days after this one began.");
    },
  );

  it("has no figure where too few cases have passed, and is nothing beside the way", async () => {
    await show();
    expect(rangeText()).toContain("Your adviser will tell you when the next step comes.");
    cleanup();
    await show({ step: null });
    expect(screen.queryByRole("heading", { name: "Where the case stands" })).toBeNull();
  });
});

describe("who helps, what is to be paid, what was said", () => {
  it(
    "names the advisers without their addresses, else the bureau",
    { tags: ["W-HOM-015"] },
    async () => {
      await show();
      const adviser = screen.getByRole("region", { name: "Your adviser" });
      expect(adviser.textContent).toContain("Omar FakhraziExample Bureau");
      expect(adviser.textContent).not.toContain("@");
      fireEvent.click(within(adviser).getByRole("button", { name: "Write a message" }));
      expect(asked.chat).toHaveBeenCalledOnce();
      cleanup();
      await show({ advisers: [] });
      expect(screen.getByRole("region", { name: "Your adviser" }).textContent).toBe(
        "Your adviserExample BureauWrite a message",
      );
    },
  );

  it(
    "lists what is to be paid, and the latest message with 'New' while it is unread",
    { tags: ["W-HOM-016"] },
    async () => {
      await show({ invoicesDue: [billToPay] });
      expect(screen.getByRole("region", { name: "To pay" }).textContent).toBe(
        "To payAO-2026-000817 November 2026AED 4,406.90",
      );
      const message = screen.getByRole("region", { name: "Latest message" });
      expect(message.textContent).toContain("Omar Fakhrazi3d agoNewThe bank has asked.");
      fireEvent.click(within(message).getByRole("button"));
      expect(asked.chat).toHaveBeenCalledOnce();
      cleanup();
      const latestMessage = { ...buildHome().latestMessage!, isNew: false };
      await show({ latestMessage });
      expect(screen.getByRole("region", { name: "Latest message" }).textContent).not.toContain(
        "New",
      );
      expect(screen.queryByRole("region", { name: "To pay" })).toBeNull();
    },
  );
});

function list(): HTMLElement {
  return within(screen.getByRole("region", { name: "What we need from you" })).getByRole("list");
}
