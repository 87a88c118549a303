import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CurrentUser } from "contract/session";
import type { View } from "contract/views";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { stubResizeObserver } from "#web/testing/resize-observer.ts";
import { isSameQuery } from "./view-state.ts";
import { ViewsMenu } from "./views-menu.tsx";

const LIST = "GET /api/views?screen=cases";
const view = (id: number, more: Partial<View> = {}): View => ({
  id,
  screen: "cases",
  name: `View ${id}`,
  query: { status: "hold" },
  gone: [],
  shared: false,
  own: true,
  position: 0,
  version: 1,
  ...more,
});
const agent = { id: 2, role: "agent", isAdmin: false } as CurrentUser;
const admin = { id: 1, role: "admin", isAdmin: true } as CurrentUser;

type Shown = { user?: CurrentUser; query?: View["query"]; openedId?: number | null };

async function open(
  replies: Parameters<typeof answerWith>[0],
  { user = agent, query = { status: "hold" }, openedId = null }: Shown = {},
) {
  const server = answerWith(replies);
  const onOpen = vi.fn<(view: View) => void>();
  render(
    <QueryClientProvider client={queryClient}>
      <ViewsMenu
        user={user}
        screen="cases"
        query={query}
        shown={query}
        openedId={openedId}
        onOpen={onOpen}
      />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(server.received).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  fireEvent.keyDown(screen.getByRole("button"), { key: "Enter" });
  await screen.findByRole("menu");
  return { server, onOpen };
}

const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);

beforeEach(() => {
  stubResizeObserver();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const listed = { [LIST]: { body: [view(1), view(2, { shared: true, own: false })] } };

describe("the menu of views", () => {
  it("lists one's own, then the shared ones, and opens them", async () => {
    const { onOpen } = await open(listed);
    expect(screen.getByText("Your views")).toBeTruthy();
    expect(items()).toEqual(["View 1", "View 2", "Save view"]);
    fireEvent.click(screen.getByText("View 2"));
    expect(onOpen).toHaveBeenCalledWith(view(2, { shared: true, own: false }));
  });

  it("says that there are none", async () => {
    await open({ [LIST]: { body: [] } });
    expect(screen.getByText("No views yet.")).toBeTruthy();
    expect(items()).toEqual(["Save view"]);
  });

  it("shows that the open one was changed, and saves it over the version that was seen", async () => {
    const query = { status: "hold,courier" };
    const { server } = await open(
      {
        ...listed,
        "GET /api/csrf-token": { body: { csrfToken: "token" } },
        "PATCH /api/views/1": { body: view(1, { query }) },
      },
      { query, openedId: 1 },
    );
    expect(screen.getByText("Changed")).toBeTruthy();
    fireEvent.click(screen.getByText("Save"));
    await waitFor(() => expect(server.to("/api/views/1")).toHaveLength(1));
    const [call] = server.to("/api/views/1");
    expect(JSON.parse(call?.body ?? "")).toEqual({ query });
    expect(call?.headers.get("if-match")).toBe('"1"');
  });

  it("leaves shared views to admins, who alone share", async () => {
    await open(listed, { openedId: 2 });
    expect(items()).toEqual(["View 1", "View 2", "Save as…", "Open View 2 first"]);
    cleanup();
    queryClient.clear();
    await open(listed, { openedId: 2, user: admin });
    expect(items().slice(2)).toEqual([
      "Save as…",
      "Open View 2 first",
      "Rename",
      "Stop sharing",
      "Delete",
    ]);
  });

  it("remembers in this browser which one is opened first", async () => {
    await open(listed, { openedId: 1 });
    fireEvent.click(screen.getByText("Open View 1 first"));
    expect(localStorage.getItem("dashboardView")).toBe("1");
  });
});

it("compares views as addresses do", () => {
  expect(isSameQuery({ untouchedFor: 14, q: "a" }, { q: "a", untouchedFor: "14" })).toBe(true);
  expect(isSameQuery({ q: "a" }, { q: "b" })).toBe(false);
});
