import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { useAssigneeSearch } from "./assignees.queries.ts";
import { useAdviserName } from "./use-adviser-name.ts";

const user = (id: number) => ({
  id,
  firstName: "User",
  lastName: String(id),
  email: `${id}@example.com`,
});
const users = (first: number, count: number, next: string | null = null) => ({
  body: { rows: Array.from({ length: count }, (_, index) => user(first + index)), next },
});
const invited = { id: 7, firstName: "Ingrid", lastName: "Invited", email: "i@example.com" };
const INVITATIONS = {
  "GET /api/invitations": {
    body: [
      { ...invited, isUsed: false, expiresAt: "2999-01-01T00:00:00.000Z" },
      { ...invited, id: 8, isUsed: true, expiresAt: "2999-01-01T00:00:00.000Z" },
    ],
  },
};
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it(
  "asks for twenty people at a time, those invited behind the last of them",
  { tags: ["W-LST-046"] },
  async () => {
    const server = answerWith({
      ...INVITATIONS,
      "GET /api/users/page?limit=20&assignable=true": users(1, 20, "here"),
      "GET /api/users/page?limit=20&after=here&assignable=true": users(21, 2),
      "GET /api/users/page?q=ingrid&limit=20&assignable=true": users(1, 0),
    });
    const { result } = renderHook(useAssigneeSearch, { wrapper });
    await waitFor(() => expect(result.current.isPending).toBe(false));
    expect(result.current.found).toHaveLength(20);
    act(() => result.current.showMore?.());
    await waitFor(() => expect(result.current.found).toHaveLength(23));
    expect(result.current.found.at(-1)).toMatchObject({ id: "invitation-7", pending: true });
    act(() => result.current.setNeedle("ingrid"));
    await waitFor(() => expect(result.current.isSettled).toBe(true));
    expect(result.current.found.map(({ id }) => id)).toEqual(["invitation-7"]);
    expect(server.to("/api/users")).toHaveLength(0);
  },
);

it("names the person of a filter wherever he stands in the list", async () => {
  answerWith({
    "GET /api/users/page?assignable=true&limit=100": users(1, 100, "here"),
    "GET /api/users/page?assignable=true&limit=100&after=here": users(101, 50),
  });
  const { result, rerender } = renderHook(useAdviserName, { wrapper, initialProps: "140" });
  await waitFor(() => expect(result.current).toBe("User 140"));
  rerender("999");
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(result.current).toBeNull();
});
