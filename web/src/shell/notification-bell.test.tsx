import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeStream } from "#web/api/fake-stream.ts";
import { followEvents } from "#web/api/live.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { fetched } from "#web/ui/fetched.tsx";
import { NotificationBell } from "./notification-bell.tsx";

const Centre = fetched(async () => () => null);
let unread = 0;
let stop: () => void;

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const bell = () => screen.getByRole("button");
const hasDot = () => bell().querySelector(".bg-brass") !== null;
const readOut = () => screen.getByRole("status").textContent;

/** Something was written or read, here or on another device: the server says so. */
async function becomes(count: number) {
  unread = count;
  const data = JSON.stringify({ keys: ["/api/notifications*"] });
  FakeStream.opened.at(-1)?.dispatchEvent(new MessageEvent("invalidate", { data }));
  await pass(100);
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeStream);
  unread = 0;
  answerWith({ "GET /api/notifications/count": () => ({ body: { unread } }) });
  stop = followEvents();
  render(
    <QueryClientProvider client={queryClient}>
      <NotificationBell centre={Centre} />
    </QueryClientProvider>,
  );
  await pass(100);
});
afterEach(() => {
  stop();
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the bell", () => {
  it(
    "says how much is unread as soon as it is, and no longer than it is",
    { tags: ["W-NTF-027"] },
    async () => {
      expect(bell().getAttribute("aria-label")).toBe("Notifications");
      expect(hasDot()).toBe(false);
      await becomes(3);
      expect(bell().getAttribute("aria-label")).toBe("Notifications (3 unread)");
      expect(hasDot()).toBe(true);
      await becomes(0);
      expect(bell().getAttribute("aria-label")).toBe("Notifications");
      expect(hasDot()).toBe(false);
    },
  );

  it("tells what has come at most once in ten seconds", async () => {
    expect(readOut()).toBe("");
    await becomes(2);
    expect(readOut()).toBe("2 new notifications");
    await becomes(3);
    await becomes(4);
    await pass(9000);
    expect(readOut()).toBe("2 new notifications");
    await pass(1000);
    expect(readOut()).toBe("2 new notifications");
    await becomes(7);
    await pass(10_000);
    expect(readOut()).toBe("3 new notifications");
    await pass(10_000);
    expect(readOut()).toBe("");
    await becomes(1);
    expect(readOut()).toBe("");
  });
});
