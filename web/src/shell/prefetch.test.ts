import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeStream } from "#web/api/fake-stream.ts";
import { answerWith } from "#web/api/test-server.ts";
import type { Screen } from "./prefetch.ts";

const user = { id: 1, email: "lina@example.com", role: "agent", isAdmin: false };
const fetch = vi.fn<Screen["fetch"]>();
const invoices = { fetch, reads: () => ["/api/invoices"] };

/** A page that has just been opened: nothing has been asked for. */
async function openPage() {
  vi.resetModules();
  const { prefetch } = await import("./prefetch.ts");
  const { followEvents } = await import("#web/api/live.ts");
  const { queryClient } = await import("#web/api/query.ts");
  return { prefetch, followEvents, queryClient };
}

beforeEach(() => {
  fetch.mockClear();
  FakeStream.opened.length = 0;
  vi.stubGlobal("EventSource", FakeStream);
});
afterEach(() => void vi.unstubAllGlobals());

describe("what a screen needs", () => {
  it("is fetched as soon as it is known who asks, the stream of changes before the list", async () => {
    const page = await openPage();
    const streamsAtList: number[] = [];
    answerWith({
      "GET /api/user": { body: user },
      "GET /api/invoices": () => {
        streamsAtList.push(FakeStream.opened.length);
        return { body: [] };
      },
    });
    await page.prefetch(invoices);
    await vi.waitFor(() => expect(page.queryClient.getQueryData(["/api/invoices"])).toEqual([]));
    expect(fetch).toHaveBeenCalledOnce();
    expect(streamsAtList).toEqual([1]);
  });

  it("is continued by the stream from where the page stood before it read anything", async () => {
    const page = await openPage();
    const position = (told: string) => ({ body: user, headers: { "x-live-position": told } });
    const answers = [position("run.7"), position("run.9")];
    answerWith({
      "GET /api/user": () => answers.shift() ?? {},
      "GET /api/invoices": { body: [] },
    });
    await page.prefetch(invoices);
    expect(FakeStream.opened.map(({ url }) => url)).toEqual(["/api/events?after=run.7"]);
    await page.queryClient.refetchQueries({ queryKey: ["/api/user"] });
    FakeStream.opened[0]?.close();
    page.followEvents()();
    expect(FakeStream.opened[1]?.url).toBe("/api/events?after=run.7");
  });

  it("is not asked for twice, and the frame follows the stream that is open", async () => {
    const page = await openPage();
    const server = answerWith({
      "GET /api/user": { body: user },
      "GET /api/invoices": { body: [] },
    });
    await page.prefetch(invoices);
    await vi.waitFor(() => expect(page.queryClient.getQueryData(["/api/invoices"])).toEqual([]));
    const [stream] = FakeStream.opened;
    stream?.dispatchEvent(
      new MessageEvent("invalidate", { data: JSON.stringify({ keys: ["/api/invoices"] }) }),
    );
    const stop = page.followEvents();
    expect(page.queryClient.getQueryState(["/api/invoices"])?.isInvalidated).toBe(true);
    await page.prefetch(invoices);
    expect(server.to("/api/invoices")).toHaveLength(1);
    expect(FakeStream.opened).toHaveLength(1);
    stop();
    expect(stream?.readyState).toBe(FakeStream.CLOSED);
  });

  it.each([
    { who: "nobody", reply: { status: 401, body: { message: "Please sign in" } } },
    { who: "somebody who must add a factor", reply: { body: { ...user, mustAddFactor: true } } },
    { who: "an unreachable portal", reply: new Error("offline") },
  ])("waits with $who", async ({ reply }) => {
    const page = await openPage();
    const server = answerWith({ "GET /api/user": reply });
    await page.prefetch(invoices);
    expect(fetch).not.toHaveBeenCalled();
    expect(server.received.map(({ url }) => url)).toEqual(["/api/user"]);
    expect(FakeStream.opened).toEqual([]);
  });
});
