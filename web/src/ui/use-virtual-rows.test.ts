import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useVirtualRows } from "./use-virtual-rows.ts";

afterEach(cleanup);

it("draws every row on paper, also those far from what is seen", () => {
  const options = { count: 500, estimateHeight: () => 54, keyOf: (index: number) => index };
  const { result } = renderHook(() => useVirtualRows(options));
  expect(result.current.rows.length).toBeLessThan(500);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(result.current.rows).toHaveLength(500);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(result.current.rows.length).toBeLessThan(500);
});
