import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Notification } from "contract/notifications";
import { invalidateKeys, queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { NotificationBell } from "#web/shell/notification-bell.tsx";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { fetched } from "#web/ui/fetched.tsx";
import { toastStore } from "#web/ui/toast-store.ts";
import { NotificationCentre } from "./notification-centre.tsx";

const LIST = "GET /api/notifications";
const COUNT = "GET /api/notifications/count";
const READ = "POST /api/notifications/read";
const Centre = fetched(async () => NotificationCentre);

function told(id: number, more: Partial<Notification> = {}): Notification {
  const at = `2026-11-02T09:${String(10 + id)}:00.000Z`;
  return {
    id,
    kind: "message",
    phase: null,
    count: id,
    changes: 0,
    actor: { id: 2, firstName: "Sofia", lastName: "Ardenko", profileImageUrl: null },
    case: { id: 7, caseId: "VU-2026-0014", title: "Family Sarrouf" },
    subject: null,
    category: null,
    status: null,
    dueOn: null,
    link: "/case/VU-2026-0014?open=chat",
    unreadMessages: 0,
    firstAt: at,
    lastAt: at,
    readAt: null,
    ...more,
  };
}
const three = [told(4), told(3), told(2, { readAt: "2026-11-02T10:00:00.000Z" })];
const page = (items: readonly Notification[], next: string | null = null) => ({
  body: { items, next },
});

async function open(replies: Parameters<typeof answerWith>[0]) {
  queryClient.setQueryData(["/api/user"], { id: 1, role: "agent", isAdmin: false });
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    [COUNT]: { body: { unread: 2 } },
    ...replies,
  });
  const bell = () => <NotificationBell centre={Centre} />;
  const router = createRouter({
    routeTree: createRootRoute({ component: bell, notFoundComponent: bell }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Notifications/ }));
  const centre = await screen.findByRole("dialog", { name: "Notifications" });
  return { server, router, centre };
}

const FOOT = "Choose which mails you get";
const lines = () => screen.queryAllByRole("link").filter(({ textContent }) => textContent !== FOOT);
const line = (name: string | RegExp) => screen.findByRole("link", { name });
const sent = (server: ReturnType<typeof answerWith>) =>
  server.to("/api/notifications/read").map(({ body }) => JSON.parse(body) as unknown);
const focused = () => document.activeElement?.textContent ?? "";
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

beforeEach(() => {
  stubResizeObserver();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe("the notification centre", () => {
  it(
    "tells what happened, in which case, and leads there with the case's code of today",
    { tags: ["W-NTF-028"] },
    async () => {
      const { router, server } = await open({
        [LIST]: page(three),
        [READ]: { body: { unread: 1 } },
      });
      const first = await line(/^Sofia Ardenko wrote 4 messages/);
      expect(first.textContent).toContain("Family Sarrouf");
      expect(first.textContent).toContain("VU-2026-0014");
      expect(first.getAttribute("href")).toBe("/case/VU-2026-0014?open=chat");
      fireEvent.click(first);
      await waitFor(() => expect(router.state.location.href).toBe("/case/VU-2026-0014?open=chat"));
      expect(screen.queryByRole("dialog")).toBeNull();
      await waitFor(() => expect(sent(server)).toEqual([{ ids: [4] }]));
    },
  );

  it("leads to the choice of mails", { tags: ["W-PRF-001"] }, async () => {
    await open({ [LIST]: page([]) });
    expect((await line(FOOT)).getAttribute("href")).toBe("/profile#notifications");
  });

  it("shows how many messages of the case's chat are unread", async () => {
    await open({ [LIST]: page([told(4, { unreadMessages: 6 })]) });
    expect((await line(/6 unread messages$/)).textContent).toContain("wrote 4 messages");
  });

  it("says that there is nothing new", { tags: ["W-NTF-029"] }, async () => {
    await open({ [LIST]: page([]), [COUNT]: { body: { unread: 0 } } });
    expect(await screen.findByText("Nothing new. You have seen everything.")).toBeTruthy();
    expect(screen.queryByText("Mark all as read")).toBeNull();
  });

  it("offers to mark all only while something is unread", { tags: ["W-NTF-029"] }, async () => {
    const { centre } = await open({ [LIST]: page(three) });
    await line(/wrote 4/);
    expect(within(centre).getByRole("button", { name: "Mark all as read" })).toBeTruthy();
    cleanup();
    queryClient.clear();
    await open({ [LIST]: page(three.slice(2)) });
    await line(/wrote 2/);
    expect(screen.queryByText("Mark all as read")).toBeNull();
    expect(screen.queryByText("Unread")).toBeNull();
    expect(screen.getByText("Earlier")).toBeTruthy();
  });

  it(
    "says that it is loading, that it failed, and tries again",
    { tags: ["W-NTF-029"] },
    async () => {
      let answer = () => page([]) as { status?: number; body: unknown };
      const failing = () => ({ status: 500, body: "" });
      answer = failing;
      await open({ [LIST]: () => answer() });
      expect(screen.getByText("Loading notifications...")).toBeTruthy();
      expect(await screen.findByText("The notifications could not be loaded.")).toBeTruthy();
      answer = () => page(three);
      fireEvent.click(screen.getByRole("button", { name: "Try again" }));
      expect(await line(/wrote 4/)).toBeTruthy();
    },
  );

  it("reads more when it is asked to", async () => {
    await open({
      [LIST]: page(three, "c-1"),
      "GET /api/notifications?before=c-1": page([told(1, { readAt: "2026-11-02T10:00:00Z" })]),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Load more" }));
    expect(await line(/wrote a message/)).toBeTruthy();
    expect(lines()).toHaveLength(4);
    expect(screen.queryByText("Load more")).toBeNull();
  });
});

describe("marking as read", () => {
  it("is seen at once, and the line stays where it is until the next opening", async () => {
    const { server } = await open({ [LIST]: page(three), [READ]: { body: { unread: 1 } } });
    await line(/wrote 4/);
    const [mark] = screen.getAllByRole("button", { name: "Mark as read" });
    fireEvent.click(mark as HTMLElement);
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: "Mark as read" })).toHaveLength(1),
    );
    expect(lines().map(({ textContent }) => textContent)[0]).toContain("wrote 4 messages");
    await screen.findByRole("button", { name: "Notifications (1 unread)", hidden: true });
    expect(sent(server)).toEqual([{ ids: [4] }]);
  });

  it("that failed is told, and the line is unread again", async () => {
    await open({ [LIST]: page(three), [READ]: { status: 500, body: "" } });
    await line(/wrote 4/);
    fireEvent.click(screen.getAllByRole("button", { name: "Mark as read" })[0] as HTMLElement);
    await waitFor(() =>
      expect(toastStore.read()[0]).toMatchObject({
        title: "Error",
        description: "Failed to mark as read",
      }),
    );
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: "Mark as read" })).toHaveLength(2),
    );
    expect(
      screen.getByRole("button", { name: "Notifications (2 unread)", hidden: true }),
    ).toBeTruthy();
  });

  it("of all leaves what came after the newest that is shown", async () => {
    const { server } = await open({ [LIST]: page(three), [READ]: { body: { unread: 0 } } });
    fireEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(sent(server)).toEqual([{ all: true, seenAt: three[0]?.lastAt }]));
    expect(screen.queryByText("Mark all as read")).toBeNull();
    expect(screen.queryByRole("button", { name: "Mark as read" })).toBeNull();
    expect(focused()).toContain("wrote 4 messages");
  });

  it("moves nothing under the finger: what is new waits above until it is asked for", async () => {
    let items = three;
    await open({ [LIST]: () => page(items) });
    await line(/wrote 4/);
    items = [told(9), ...three];
    await act(() => invalidateKeys(["/api/notifications*"]));
    const more = await screen.findByRole("button", { name: "1 new notification" });
    expect(lines()).toHaveLength(3);
    fireEvent.click(more);
    expect(lines()[0]?.textContent).toContain("wrote 9 messages");
    expect(lines()).toHaveLength(4);
  });
});

describe("by keyboard", () => {
  it(
    "the focus begins on the first line; arrows, Home and End move it",
    { tags: ["W-NTF-030"] },
    async () => {
      await open({ [LIST]: page(three) });
      await waitFor(() => expect(focused()).toContain("wrote 4"));
      press("ArrowDown");
      expect(focused()).toContain("wrote 3");
      press("End");
      expect(focused()).toContain("wrote 2");
      press("ArrowDown");
      expect(focused()).toContain("wrote 2");
      press("ArrowUp");
      expect(focused()).toContain("wrote 3");
      press("Home");
      expect(focused()).toContain("wrote 4");
      expect(lines().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    },
  );

  it("Delete marks as read, and leaves the focus there", { tags: ["W-NTF-030"] }, async () => {
    const { server } = await open({ [LIST]: page(three), [READ]: { body: { unread: 1 } } });
    await waitFor(() => expect(focused()).toContain("wrote 4"));
    press("ArrowDown");
    press("Delete");
    await waitFor(() => expect(sent(server)).toEqual([{ ids: [3] }]));
    press("Delete");
    expect(sent(server)).toHaveLength(1);
    expect(focused()).toContain("wrote 3");
  });

  it("Escape closes and returns to the bell", { tags: ["W-NTF-030"] }, async () => {
    await open({ [LIST]: page(three) });
    await waitFor(() => expect(focused()).toContain("wrote 4"));
    press("Escape");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const bell = screen.getByRole("button", { name: /^Notifications/ });
    await waitFor(() => expect(document.activeElement).toBe(bell));
  });
});
