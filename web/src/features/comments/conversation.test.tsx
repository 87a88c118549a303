import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Comment, CommentPage } from "contract/comments";
import type { CurrentUser } from "contract/session";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { invalidateKeys, queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { buildComment } from "#web/testing/records.ts";
import { Conversation } from "./conversation.tsx";

const PATH = "/api/cases/7/comments/page";
const READ = "/api/cases/7/comments/mark-read";
const caseFile = { id: 7, caseId: "VU-2026-0007", title: "A case" };

/** Messages of these numbers, and whether there is more on either side. */
function pageOf(ids: readonly number[], { before = false, after = false } = {}): CommentPage {
  return {
    threads: ids.map((id) => ({
      ...buildComment({ id, caseId: 7, message: `Message ${id}` }),
      moreReplies: 0,
    })),
    before: before ? (ids[0] ?? null) : null,
    after: after ? (ids.at(-1) ?? null) : null,
  };
}

type Replies = Parameters<typeof answerWith>[0];

function show(replies: Replies, message: number | null = null) {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    [`POST ${READ}`]: { body: { unreadCount: 0 } },
    ...replies,
  });
  const onNewest = vi.fn<() => void>();
  render(
    <QueryClientProvider client={queryClient}>
      <Conversation
        caseFile={caseFile}
        message={message}
        onAnswer={vi.fn<(comment: Comment) => void>()}
        onNewest={onNewest}
      />
    </QueryClientProvider>,
  );
  return { server, onNewest };
}

const said = () =>
  screen.getAllByRole("article").map((each) => each.querySelector("p[dir]")?.textContent);
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Happy-dom lays nothing out: a box of 600 pixels with 5,000 in it. */
let scrolled = 0;
beforeEach(() => {
  vi.useFakeTimers();
  clearCsrfToken();
  scrolled = 0;
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(5_000);
  vi.spyOn(Element.prototype, "scrollTop", "get").mockImplementation(() => scrolled);
  vi.spyOn(Element.prototype, "scrollTop", "set").mockImplementation((top) => {
    scrolled = top;
  });
  vi.spyOn(Element.prototype, "scrollTo").mockImplementation((options) => {
    scrolled = Math.min(4_400, (options as unknown as ScrollToOptions).top ?? 0);
  });
  Element.prototype.scrollIntoView = () => undefined;
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: 1,
    email: "leila@example.com",
    firstName: "Leila",
    lastName: "Admin",
    profileImageUrl: null,
    isAdmin: true,
    role: "agent",
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const scrollTo = async (top: number) => {
  scrolled = top;
  fireEvent.scroll(screen.getByRole("log"));
  await wait(0);
};

describe("a long conversation", () => {
  it(
    "opens at its newest messages, reads them, and reads earlier ones when scrolled up to",
    { tags: ["W-LST-047", "W-LST-001", "C-CHAT-004..005"] },
    async () => {
      const { server } = show({
        [`GET ${PATH}`]: { body: pageOf([51, 52], { before: true }) },
        [`GET ${PATH}?before=51`]: { body: pageOf([49, 50], { after: true }) },
      });
      await wait(0);
      expect(said()).toEqual(["Message 51", "Message 52"]);
      scrolled = 0;
      await wait(100);
      expect(scrolled).toBe(4_400);
      await wait(500);
      expect(server.to(`${PATH}?before=51`)).toHaveLength(0);
      expect(server.to(READ).map(({ body }) => body)).toEqual(["{}"]);

      await scrollTo(500);
      expect(said()).toEqual(["Message 49", "Message 50", "Message 51", "Message 52"]);
      await wait(500);
      await scrollTo(0);
      expect(server.received.filter(({ url }) => url.startsWith(PATH))).toHaveLength(2);
      expect(server.to(READ)).toHaveLength(1);
      expect(server.to("/api/cases/7/comments")).toEqual([]);
    },
  );

  it("stays where it is read when a message arrives, and goes along at its end", async () => {
    let newest = [51, 52];
    show({ [`GET ${PATH}`]: () => ({ body: pageOf(newest) }) });
    await wait(600);
    const arrive = async (id: number) => {
      newest = [...newest, id];
      await act(() => invalidateKeys([PATH]));
      await wait(0);
    };
    scrolled = 4_390;
    fireEvent.scroll(screen.getByRole("log"));
    await arrive(53);
    expect(scrolled).toBe(4_400);
    expect(screen.queryByRole("button", { name: "Newest messages" })).toBeNull();
    await scrollTo(2_000);
    await arrive(54);
    expect(scrolled).toBe(2_000);
    fireEvent.click(screen.getByRole("button", { name: "Newest messages" }));
    expect(scrolled).toBe(4_400);
  });

  it("says that earlier messages could not be read, and tries again when asked", async () => {
    let isBroken = true;
    show({
      [`GET ${PATH}`]: { body: pageOf([51], { before: true }) },
      [`GET ${PATH}?before=51`]: () => (isBroken ? { status: 500 } : { body: pageOf([50]) }),
    });
    await wait(600);
    await scrollTo(0);
    expect(screen.getByRole("alert").textContent).toContain("Earlier messages could not be loaded");
    expect(said()).toEqual(["Message 51"]);
    isBroken = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await wait(0);
    expect(said()).toEqual(["Message 50", "Message 51"]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows the latest answers of a thread, and earlier ones when asked", async () => {
    const answers = (ids: number[], moreReplies: number): CommentPage => ({
      threads: [
        {
          ...buildComment({ id: 1, message: "Question" }),
          replies: ids.map((id) => buildComment({ id, parentId: 1, message: `Answer ${id}` })),
          moreReplies,
        },
      ],
      before: null,
      after: null,
    });
    show({
      [`GET ${PATH}`]: { body: answers([6, 7], 4) },
      [`GET ${PATH}?thread=1&before=6`]: { body: answers([4, 5], 2) },
      [`GET ${PATH}?thread=1&before=4`]: { body: answers([2, 3], 0) },
    });
    await wait(600);
    fireEvent.click(screen.getByRole("button", { name: "Show 4 earlier replies" }));
    await wait(0);
    expect(said()).toEqual(["Question", "Answer 4", "Answer 5", "Answer 6", "Answer 7"]);
    fireEvent.click(screen.getByRole("button", { name: "Show 2 earlier replies" }));
    await wait(0);
    expect(said().slice(1, 3)).toEqual(["Answer 2", "Answer 3"]);
    expect(screen.queryByRole("button", { name: /earlier repl/ })).toBeNull();
  });
});

describe("a link to a message", () => {
  it(
    "opens the pages around it, focuses it, and reads on in both directions",
    { tags: ["W-FND-019"] },
    async () => {
      const { server, onNewest } = show(
        {
          [`GET ${PATH}?around=30`]: { body: pageOf([29, 30, 31], { before: true, after: true }) },
          [`GET ${PATH}?before=29`]: { body: pageOf([28], { after: true }) },
          [`GET ${PATH}?after=31`]: { body: pageOf([32]) },
        },
        30,
      );
      await wait(0);
      scrolled = 2_000;
      await wait(150);
      expect(document.activeElement?.textContent).toContain("Message 30");
      expect(document.activeElement?.hasAttribute("data-found")).toBe(true);
      // What comes later has not been seen, and stays unread.
      expect(server.to(READ).map(({ body }) => body)).toEqual(['{"commentIds":[29,30,31]}']);
      fireEvent.click(screen.getByRole("button", { name: "Newest messages" }));
      expect(onNewest).toHaveBeenCalledOnce();
      await wait(500);
      await scrollTo(0);
      expect(said()).toEqual(["Message 28", "Message 29", "Message 30", "Message 31"]);
      await wait(500);
      await scrollTo(4_400);
      expect(said().at(-1)).toBe("Message 32");
    },
  );

  it(
    "says so when there is no such message, and shows the newest",
    { tags: ["W-FND-019"] },
    async () => {
      show(
        {
          [`GET ${PATH}?around=30`]: { status: 404, body: { message: "Comment not found" } },
          [`GET ${PATH}`]: { body: pageOf([51]) },
        },
        30,
      );
      await wait(600);
      expect(screen.getByText("This message no longer exists.").getAttribute("role")).toBe(
        "status",
      );
      expect(said()).toEqual(["Message 51"]);
    },
  );

  it("finds an answer that did not come with its thread", { tags: ["W-FND-019"] }, async () => {
    const thread = (ids: number[], moreReplies: number): CommentPage => ({
      threads: [
        {
          ...buildComment({ id: 1, message: "Question" }),
          replies: ids.map((id) => buildComment({ id, parentId: 1, message: `Answer ${id}` })),
          moreReplies,
        },
      ],
      before: null,
      after: null,
    });
    show(
      {
        [`GET ${PATH}?around=2`]: { body: thread([6, 7], 4) },
        [`GET ${PATH}?thread=1&before=6`]: { body: thread([4, 5], 2) },
        [`GET ${PATH}?thread=1&before=4`]: { body: thread([2, 3], 0) },
      },
      2,
    );
    await wait(600);
    expect(document.activeElement?.textContent).toContain("Answer 2");
  });
});
