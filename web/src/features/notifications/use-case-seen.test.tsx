import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { setCount } from "./notifications.queries.ts";
import { useCaseSeen } from "./use-case-seen.ts";

const CASE = 7;

function look({ unread, left = 0 }: { unread: number; left?: number }) {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
    "POST /api/notifications/read": { body: { unread: left } },
  });
  setCount({ unread });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { unmount } = renderHook(() => useCaseSeen(CASE), { wrapper });
  const marked = () =>
    server.to("/api/notifications/read").map(({ body }) => JSON.parse(body) as unknown);
  return { marked, leave: unmount };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const unreadNow = () => queryClient.getQueryData(["/api/notifications/count"]);

function showPage(visibility: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a case that is looked at", () => {
  it(
    "has been seen after two seconds, and the bell knows it",
    { tags: ["W-NTF-026"] },
    async () => {
      const { marked } = look({ unread: 3, left: 1 });
      await pass(1999);
      expect(marked()).toEqual([]);
      await pass(1);
      expect(marked()).toEqual([{ caseId: CASE }]);
      expect(unreadNow()).toEqual({ unread: 1 });
      // What is left is of other cases, or messages.
      await pass(60_000);
      expect(marked()).toHaveLength(1);
    },
  );

  it("has not been seen by whoever leaves it before", { tags: ["W-NTF-026"] }, async () => {
    const { marked, leave } = look({ unread: 3 });
    await pass(1500);
    leave();
    await pass(60_000);
    expect(marked()).toEqual([]);
  });

  it("has not been seen behind another window", { tags: ["W-NTF-026"] }, async () => {
    const { marked } = look({ unread: 3 });
    showPage("hidden");
    await pass(60_000);
    expect(marked()).toEqual([]);
    showPage("visible");
    await pass(2000);
    expect(marked()).toHaveLength(1);
  });

  it("is asked for nothing while nothing is unread, and marks what comes while it is open", async () => {
    const { marked } = look({ unread: 0 });
    await pass(60_000);
    expect(marked()).toEqual([]);
    act(() => setCount({ unread: 1 }));
    await pass(3000);
    expect(marked()).toEqual([{ caseId: CASE }]);
  });
});
