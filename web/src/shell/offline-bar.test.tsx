import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { OfflineBar } from "./offline-bar.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("says that the connection is gone, and goes by itself", () => {
  render(<OfflineBar />);
  const words = () => screen.getByRole("status").textContent;
  const line = vi.spyOn(navigator, "onLine", "get");
  expect(words()).toBe("");
  for (const isOnline of [false, true]) {
    line.mockReturnValue(isOnline);
    act(() => {
      window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
    });
    expect(words()).toBe(
      isOnline ? "" : "You are offline. Changes are sent when the connection is back.",
    );
  }
});
