import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { UpcomingReminder } from "contract/reminders";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { buildSchedule, buildUpcoming } from "#web/testing/reminder-records.ts";
import { toastStore } from "#web/ui/toast-store.ts";

let nextUser = 6000;

type Opening = {
  readonly role?: "admin" | "agent";
  readonly items?: readonly UpcomingReminder[];
  readonly total?: number;
  readonly isOn?: boolean;
  readonly tab?: string;
  readonly replies?: Parameters<typeof answerWith>[0];
};

async function open({
  role = "admin",
  items = [],
  total = items.length,
  isOn = true,
  tab = "",
  replies = {},
}: Opening = {}) {
  nextUser += 1;
  const names = { firstName: "Farid", lastName: "Haddad", profileImageUrl: null };
  const user = { id: nextUser, email: "f@example.com", ...names, role, isAdmin: role === "admin" };
  const schedule = buildSchedule({ isOn });
  const saved = { schedule: { ...schedule, version: 5 }, changedCases: 12, firstOn: "2026-11-05" };
  const server = answerWith({
    "GET /api/user": { body: user },
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "GET /api/reviews/count": { body: { count: 0 } },
    "GET /api/notifications/count": { body: { unread: 0 } },
    "GET /api/reminder-schedule": { body: schedule },
    "GET /api/reminders?page=1": { body: { items, total } },
    "GET /api/reminders?page=2": { body: { items: items.slice(0, 1), total } },
    "PUT /api/reminder-schedule?dryRun=1": { body: saved },
    "PUT /api/reminder-schedule": { body: saved },
    ...replies,
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: `/reminders${tab}` }));
  await screen.findByRole("heading", { level: 1, name: "Reminders" });
  return server;
}

const tabNames = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

beforeAll(() => import("./reminders-screen.tsx"), 30_000);
beforeEach(() => {
  queryClient.clear();
  vi.useFakeTimers({ now: new Date("2026-11-02T08:00:00Z"), toFake: ["Date"] });
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
  Element.prototype.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("what comes next", () => {
  const items = [
    buildUpcoming({ stop: "nobody", nextOn: null, people: [] }),
    buildUpcoming({
      case: { id: 2, caseId: "VU-2026-0015", title: "Haddad" },
      stop: "most_reached",
      nextOn: null,
      sentInRound: 8,
    }),
    buildUpcoming({ case: { id: 3, caseId: "VU-2026-0016", title: "Person" } }),
    buildUpcoming({
      case: { id: 4, caseId: "VU-2026-0017", title: "Paused" },
      pausedUntil: "2026-12-01",
      nextOn: "2026-12-01",
    }),
  ];
  const lines = async (name: string) =>
    within(await screen.findByRole("region", { name }))
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map(({ textContent }) => textContent),
      );

  it(
    "begins with what needs a person, and leads to the checklist",
    { tags: ["W-CHS-029"] },
    async () => {
      await open({ items });
      expect(await lines("Needs a person")).toEqual([
        ["Sarrouf familyVU-2026-0014", "Nobody", "3", "Nobody can be reminded", "1 of 8"],
        ["HaddadVU-2026-0015", "Clara Client", "3", "The last one was sent", "8 of 8"],
      ]);
      expect(await lines("Next reminders")).toEqual([
        ["PersonVU-2026-0016", "Clara Client", "3", "Thursday, 5 Nov 2026", "1 of 8"],
        ["PausedVU-2026-0017", "Clara Client", "3", "Paused until 1 Dec 2026", "1 of 8"],
      ]);
      const heads = screen.getAllByRole("columnheader").slice(0, 5);
      expect(heads.map(({ textContent }) => textContent)).toEqual([
        "Case",
        "People",
        "Open items",
        "Next reminder",
        "Sent",
      ]);
      const link = screen.getByRole<HTMLAnchorElement>("link", { name: /Sarrouf family/ });
      expect(link.getAttribute("href")).toBe("/case/VU-2026-0014/checklist");
    },
  );

  it("turns the page where there are more than fifty", async () => {
    await open({ items, total: 51 });
    expect(await screen.findByText("Page 1 of 2")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    expect(await screen.findByText("Page 2 of 2")).toBeTruthy();
  });

  it("is cards on a phone", { tags: ["W-CHS-029"] }, async () => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query.includes("max-width"),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    await open({ items });
    const list = await screen.findByRole("list", { name: "Next reminders" });
    expect(within(list).getAllByRole("listitem")[0]?.textContent).toContain("3 items open");
    expect(screen.queryByRole("table")).toBeNull();
  });

  it(
    "says so when nothing waits, when it is off, and when it could not be loaded",
    { tags: ["W-CHS-029"] },
    async () => {
      await open({ isOn: false });
      expect(await screen.findByText("No reminders are waiting.")).toBeTruthy();
      const off = "Reminders are off. Look through the schedule and switch them on.";
      expect(await screen.findByText(off)).toBeTruthy();
      cleanup();
      queryClient.clear();
      await open({ replies: { "GET /api/reminders?page=1": { status: 400, body: {} } } });
      expect(await screen.findByText("The reminders could not be loaded.")).toBeTruthy();
      expect(screen.getByRole("button", { name: /Try again/ })).toBeTruthy();
    },
  );
});

describe("the schedule", () => {
  it("is saved only after what it changes was shown", { tags: ["W-CHS-029"] }, async () => {
    const server = await open({ tab: "?tab=schedule", isOn: false });
    const save = await screen.findByRole<HTMLButtonElement>("button", { name: "Save schedule" });
    expect(save.disabled).toBe(true);
    fireEvent.click(screen.getByRole("switch", { name: "Send reminders" }));
    const days = screen.getByLabelText("Days of the first reminders");
    fireEvent.change(days, { target: { value: "7, 3" } });
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(
      await screen.findByText("First days must be 1 to 5 rising whole numbers from 1 to 60"),
    ).toBeTruthy();
    fireEvent.change(days, { target: { value: "2, 5" } });
    const holidays = screen.getByLabelText("Holidays");
    fireEvent.change(holidays, { target: { value: "2026-12-02 National Day\nsoon" } });
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(await screen.findByText(/"soon" does not begin with a day/)).toBeTruthy();
    fireEvent.change(holidays, { target: { value: "2026-12-02 National Day\n2027-01-01" } });
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    const effect =
      "This changes the next reminder of 12 cases. The next mails go out on 5 Nov 2026.";
    expect(await screen.findByText(effect)).toBeTruthy();
    fireEvent.click(save);
    await waitFor(() => expect(toastStore.read()[0]?.title).toBe("Schedule saved"));
    const sent = server.received.filter(({ method }) => method === "PUT");
    expect(sent.map(({ url }) => url)).toEqual([
      "/api/reminder-schedule?dryRun=1",
      "/api/reminder-schedule",
    ]);
    expect(JSON.parse(sent[1]?.body ?? "")).toEqual({
      isOn: true,
      firstDays: [2, 5],
      everyDays: 7,
      most: 8,
      hour: 9,
      workingDays: [1, 2, 3, 4, 5],
      holidays: [
        { day: "2026-12-02", name: "National Day" },
        { day: "2027-01-01", name: "" },
      ],
      overdueDays: 14,
    });
  });

  it(
    "tells admins of the mailbox and what came in, in words",
    { tags: ["W-RPL-027"] },
    async () => {
      const user = { id: 9, firstName: "Clara", lastName: "Vance", profileImageUrl: null };
      const caseFile = { id: 7, caseId: "VU-2026-0007", title: "A case" };
      const since = "2026-11-22T08:00:00.000Z";
      const came = { id: 1, receivedAt: since, sender: "c***@m***.example", size: 2048 };
      const mailbox = { state: "away", since, reason: "it refuses the user or password" };
      const items = [
        { ...came, user, case: caseFile, outcome: "posted" },
        { ...came, id: 2, user: null, case: null, outcome: "refused_token" },
      ];
      const replies = { "GET /api/replies": { body: { mailbox, items } } };
      await open({ tab: "?tab=replies", replies });
      expect((await screen.findByText(/^Cannot be reached since/)).textContent).toMatch(
        /: it refuses the user or password$/,
      );
      const [, posted, refused] = screen.getAllByRole("row").map((row) => row.textContent);
      expect(posted).toMatch(/c\*\*\*@m\*\*\*\.exampleClara VanceVU-2026-0007Added to the chat2/);
      expect(refused).toContain("Refused: wrong address");
    },
  );

  it("is to be read by agents, who have no tab of replies", { tags: ["W-CHS-029"] }, async () => {
    await open({ role: "agent", tab: "?tab=schedule" });
    expect(await screen.findByText("Only admins change the schedule.")).toBeTruthy();
    expect(screen.getByText("3, 7, 14")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Save schedule" })).toBeNull();
    expect(tabNames()).toEqual(["Upcoming", "Schedule"]);
  });
});
