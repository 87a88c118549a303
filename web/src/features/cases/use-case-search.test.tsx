import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { useCaseSearch } from "./use-case-search.ts";

const row = (id: number) => ({ id, caseId: `VU-${id}`, title: `Family ${id}` });
const page = (first: number, next: string | null) => ({
  body: { rows: Array.from({ length: 20 }, (_, index) => row(first + index)), next, preparing: 0 },
});
const shown = () =>
  renderHook(useCaseSearch, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it(
  "asks for twenty cases, 80 ms after the last letter, and for more at their end",
  { tags: ["W-LST-046"] },
  async () => {
    const server = answerWith({
      "GET /api/cases/page?limit=20": page(1, null),
      "GET /api/cases/page?q=leban&limit=20": page(100, "here"),
      "GET /api/cases/page?q=leban&limit=20&after=here": page(200, null),
    });
    vi.useFakeTimers();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const { result } = shown();
    await pass(10);
    expect(result.current.found).toHaveLength(20);
    act(() => result.current.setNeedle("leb"));
    await pass(79);
    act(() => result.current.setNeedle(" leban "));
    await pass(79);
    expect(server.received).toHaveLength(1);
    await pass(1);
    await pass(10);
    expect(result.current.found[0]).toEqual(row(100));
    act(() => result.current.showMore?.());
    await pass(10);
    expect(result.current.found).toHaveLength(40);
    expect(result.current.showMore).toBeNull();
    expect(server.received).toHaveLength(3);
  },
);

it("asks no second time by itself for what could not be read", async () => {
  answerWith({
    "GET /api/cases/page?limit=20": page(1, "here"),
    "GET /api/cases/page?limit=20&after=here": { status: 500 },
  });
  const { result } = shown();
  await waitFor(() => expect(result.current.showMore).not.toBeNull());
  act(() => result.current.showMore?.());
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(result.current.showMore).toBeNull();
});

it("finds a case that is typed as the dialog shows it, code and title", async () => {
  answerWith({
    "GET /api/cases/page?limit=20": page(1, null),
    "GET /api/cases/page?q=VU-300&limit=20": page(300, null),
  });
  const { result } = shown();
  act(() => result.current.setNeedle("VU-300 - Family 300"));
  await waitFor(() => expect(result.current.found[0]).toEqual(row(300)));
});
