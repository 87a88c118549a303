import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Deferred } from "./deferred.tsx";
import { fetched } from "./fetched.tsx";

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => {
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
};

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue(undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function openPage(load: () => Promise<() => string>) {
  const Chat = fetched(load);
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <input aria-label="Name" />
        <button type="button" onClick={() => setIsOpen(true)}>
          Open chat
        </button>
        <Deferred needed={isOpen} onGiveUp={() => setIsOpen(false)}>
          <Chat />
        </Deferred>
      </>
    );
  }
  render(<Page />);
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Amara" } });
}

const openChat = () => fireEvent.click(screen.getByRole("button", { name: "Open chat" }));
const typed = () => screen.getByLabelText<HTMLInputElement>("Name").value;

it("offers a reload where a part is gone, and keeps the page and what was typed", async () => {
  const load = vi.fn<() => Promise<() => string>>(() =>
    Promise.reject(new TypeError("Failed to fetch")),
  );
  openPage(load);
  openChat();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("This part of the portal could not be loaded.");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  expect(typed()).toBe("Amara");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alert")).toBeNull();
  openChat();
  await screen.findByRole("alert");
  expect(load).toHaveBeenCalledTimes(2);
});

it("waits for the connection and then shows the part by itself", async () => {
  const load = vi.fn<() => Promise<() => string>>(() => Promise.resolve(() => "Messages"));
  setOnline(false);
  openPage(load);
  openChat();
  expect((await screen.findByRole("alert")).textContent).toContain("You are offline.");
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
  expect(load).not.toHaveBeenCalled();
  setOnline(true);
  expect(await screen.findByText("Messages")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(typed()).toBe("Amara");
});

it("turns a ring on the button that asked, once it has taken a moment", async () => {
  vi.useFakeTimers();
  openPage(() => new Promise(() => undefined));
  const opener = screen.getByRole("button", { name: "Open chat" });
  opener.focus();
  openChat();
  await act(() => vi.advanceTimersByTimeAsync(140));
  expect(opener.getAttribute("aria-busy")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(opener.getAttribute("aria-busy")).toBe("true");
  expect(screen.queryByRole("status")).toBeNull();
  cleanup();
  expect(opener.getAttribute("aria-busy")).toBeNull();
  vi.useRealTimers();
});
