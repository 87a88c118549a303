import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { noteSessionEnd } from "#web/api/session-clock.ts";
import { useSessionEnd } from "./use-session-end.ts";

const MINUTE = 60_000;
const endsIn = (ms: number) =>
  noteSessionEnd(new Date(Date.now() + ms).toISOString(), new Date().toISOString());

const watchReadings = () => vi.spyOn(queryClient, "invalidateQueries").mockResolvedValue();
let readAnew: ReturnType<typeof watchReadings>;

beforeEach(() => {
  vi.useFakeTimers();
  readAnew = watchReadings();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the end of a session", () => {
  it(
    "is announced two minutes before, and asked about when it has come",
    { tags: ["D-099"] },
    async () => {
      endsIn(60 * MINUTE);
      const { result } = renderHook(() => useSessionEnd());
      await act(() => vi.advanceTimersByTimeAsync(57 * MINUTE));
      expect(result.current).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(MINUTE));
      expect(result.current).toBe(120);
      await act(() => vi.advanceTimersByTimeAsync(MINUTE));
      expect(result.current).toBe(60);
      readAnew.mockClear();
      await act(() => vi.advanceTimersByTimeAsync(MINUTE));
      expect(result.current).toBe(0);
      expect(readAnew).toHaveBeenCalledWith({
        queryKey: currentUserQuery.queryKey,
      });
    },
  );

  it("is not announced when another tab has meanwhile kept the session alive", async () => {
    endsIn(60 * MINUTE);
    readAnew.mockImplementation(async () => endsIn(60 * MINUTE));
    const { result } = renderHook(() => useSessionEnd());
    await act(() => vi.advanceTimersByTimeAsync(59 * MINUTE));
    expect(result.current).toBeNull();
  });

  it("is taken from the server's own clock", async () => {
    const wrong = Date.now() - 30 * MINUTE;
    noteSessionEnd(new Date(wrong + 10 * MINUTE).toISOString(), new Date(wrong).toISOString());
    const { result } = renderHook(() => useSessionEnd());
    await act(() => vi.advanceTimersByTimeAsync(8 * MINUTE));
    expect(result.current).toBe(120);
  });
});
