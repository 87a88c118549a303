import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { useMarkRead } from "./comments.queries.ts";

const caseFile = { id: 7, caseId: "VU-2026-7", title: "Al Mansouri Family" };

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

it(
  "a long conversation is marked as read in pieces, and the count is reset",
  { tags: ["C-CHAT-004"] },
  async () => {
    let unreadCount = 3;
    const server = answerWith({
      "GET /api/csrf-token": { body: { csrfToken: "t-1" } },
      "POST /api/cases/7/comments/mark-read": () => ({ body: { unreadCount: (unreadCount -= 1) } }),
    });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    );
    const { result } = renderHook(() => useMarkRead(caseFile), { wrapper });
    result.current.mutate(Array.from({ length: 1201 }, (_, index) => index + 1));
    await waitFor(() =>
      expect(queryClient.getQueryData(["/api/cases/7/unread-count"])).toEqual({ unreadCount: 0 }),
    );
    const sizes = server
      .to("/api/cases/7/comments/mark-read")
      .map(({ body }) => (JSON.parse(body) as { commentIds: number[] }).commentIds.length);
    expect(sizes).toEqual([500, 500, 201]);
  },
);
