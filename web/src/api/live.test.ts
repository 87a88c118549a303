import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeStream } from "./fake-stream.ts";
import { followEvents } from "./live.ts";
import { queryClient } from "./query.ts";

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  FakeStream.opened.length = 0;
  vi.stubGlobal("EventSource", FakeStream);
  queryClient.setQueryData(["/api/cases/7/comments"], []);
  queryClient.setQueryData(["/api/invoices"], []);
  stop = followEvents();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const isStale = (path: string) => queryClient.getQueryState([path])?.isInvalidated;
const say = (name: string, { id = "", keys }: { id?: string; keys?: string[] } = {}) =>
  FakeStream.opened
    .at(-1)
    ?.dispatchEvent(new MessageEvent(name, { lastEventId: id, data: JSON.stringify({ keys }) }));
const urls = () => FakeStream.opened.map(({ url }) => url);

function showPage(visibility: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

describe("live updates", () => {
  it("say which readings to do anew", () => {
    say("invalidate", { keys: ["/api/cases/7/*"] });
    expect(urls()).toEqual(["/api/events"]);
    expect(isStale("/api/cases/7/comments")).toBe(true);
    expect(isStale("/api/invoices")).toBe(false);
    stop();
    expect(FakeStream.opened[0]?.readyState).toBe(FakeStream.CLOSED);
  });

  it("read everything anew when they could not be heard at first", () => {
    FakeStream.opened[0]?.dispatchEvent(new Event("error"));
    say("opened", { id: "run.4" });
    expect(isStale("/api/invoices")).toBe(true);
  });

  it("read after an interruption only what the server names", () => {
    say("opened", { id: "run.2" });
    FakeStream.opened[0]?.dispatchEvent(new Event("error"));
    say("opened", { id: "run.4" });
    expect(isStale("/api/invoices")).toBe(false);
    say("invalidate", { id: "run.4", keys: ["*"] });
    expect(isStale("/api/invoices")).toBe(true);
    expect(urls()).toHaveLength(1);
  });

  it("are asked for again after a refusal, from the event that was heard last", () => {
    say("opened", { id: "run.4" });
    FakeStream.opened[0]?.close();
    FakeStream.opened[0]?.dispatchEvent(new Event("error"));
    vi.advanceTimersByTime(2000);
    expect(urls()).toEqual(["/api/events", "/api/events?after=run.4"]);
  });

  it("that were never heard are asked for as such", () => {
    FakeStream.opened[0]?.close();
    FakeStream.opened[0]?.dispatchEvent(new Event("error"));
    vi.advanceTimersByTime(2000);
    expect(urls()).toEqual(["/api/events", "/api/events?after="]);
  });

  it(
    "of a page that made room for another come back when it is looked at",
    { tags: ["C-CSRF-012"] },
    () => {
      say("opened", { id: "run.4" });
      say("replaced", { id: "run.9" });
      expect(FakeStream.opened[0]?.readyState).toBe(FakeStream.CLOSED);
      vi.advanceTimersByTime(120_000);
      showPage("hidden");
      expect(urls()).toEqual(["/api/events"]);
      showPage("visible");
      showPage("visible");
      expect(urls()).toEqual(["/api/events", "/api/events?after=run.9"]);
      expect(isStale("/api/invoices")).toBe(false);
    },
  );

  it("stay away once the page is left", () => {
    say("replaced");
    stop();
    showPage("visible");
    expect(urls()).toEqual(["/api/events"]);
  });
});
