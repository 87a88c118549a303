/** What open pages hear, when they come back, and how many there may be. */
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { commentsApi } from "contract/comments";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { users } from "#server/database/tables/users.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { type LivePage, openLivePage } from "#testing/live-page.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { liveStreamCount } from "./live-stream.ts";

let portal: TestApp;
const pages: LivePage[] = [];
beforeAll(async () => {
  portal = await openTestApp({ settings: { LIVE_STREAM_LIMIT: "24" } });
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.leave();
  await vi.waitFor(() => {
    if (liveStreamCount() > 0) throw new Error("A page is still open");
  });
});
afterAll(() => portal.close());

async function open(client: TestClient, from: Parameters<typeof openLivePage>[2] = {}) {
  const page = await openLivePage(portal, client, from);
  pages.push(page);
  if (page.status === 200) await expect.poll(() => page.names).toContain("opened");
  return page;
}

describe("the open pages of one person", () => {
  it("are six in a session: the seventh closes the oldest, and tells it to stay away", async () => {
    const browser = await portal.as(await buildUser());
    const opened: LivePage[] = [];
    for (let page = 0; page < 7; page += 1) opened.push(await open(browser));
    await expect.poll(() => opened[0]?.isClosed).toBe(true);
    expect(opened[0]?.names).toEqual(["opened", "replaced"]);
    expect(opened.slice(1).filter(({ isClosed }) => isClosed)).toEqual([]);
    expect(liveStreamCount()).toBe(6);
  });

  it("are twenty over all sessions, and nobody else's are touched", async () => {
    const person = await buildUser();
    const other = await open(await portal.as(await buildUser()));
    const opened: LivePage[] = [];
    for (let session = 0; session < 4; session += 1) {
      const browser = await portal.as(person);
      for (let page = 0; page < 5; page += 1) opened.push(await open(browser));
    }
    opened.push(await open(await portal.as(person)));
    await expect.poll(() => opened[0]?.isClosed).toBe(true);
    expect(opened.filter(({ isClosed }) => isClosed)).toHaveLength(1);
    expect(other.isClosed).toBe(false);
  });

  it("are closed at once when he is disabled, by whatever way", async () => {
    const person = await buildUser();
    const page = await open(await portal.as(person));
    const other = await open(await portal.as(await buildUser()));
    await runtime.database
      .update(users)
      .set({ disabledAt: sql`now()` })
      .where(eq(users.id, person.id));
    // Long before the next heartbeat, which would find the ended session too.
    await expect.poll(() => page.isClosed, { timeout: 5000, interval: 20 }).toBe(true);
    expect(other.isClosed).toBe(false);
  });
});

describe("all open pages", () => {
  it("end at a bound of the process: 503, and when to ask again", async () => {
    for (let person = 0; person < 4; person += 1) {
      const browser = await portal.as(await buildUser());
      for (let page = 0; page < 6; page += 1) await open(browser);
    }
    const refused = await open(await portal.as(await buildUser()));
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBe("30");
    expect(liveStreamCount()).toBe(24);
  });
});

describe("a page that is being opened", () => {
  it("is told what happened between its first reading and its stream", async () => {
    const admin = await portal.as(await buildAdmin());
    const person = await buildUser();
    const { id } = await buildCase({ assignedTo: [person] });
    const browser = await portal.as(person);
    const witness = await open(admin);
    const after = String((await browser.send(sessionApi.getUser)).headers["x-live-position"]);
    const unread = { params: { id } };
    expect(await browser.call(commentsApi.getUnreadCount, unread)).toEqual({ unreadCount: 0 });
    await admin.call(commentsApi.create, { ...unread, body: { message: "Hello" } });
    const stale = `/api/cases/${id}/unread-count`;
    await expect.poll(() => witness.keys).toContain(stale);
    const page = await open(browser, { after });
    await expect.poll(() => page.keys).toContain(stale);
  });
});

describe("a page that comes back", () => {
  it("is told what it has missed, once, and nothing else", async () => {
    const admin = await portal.as(await buildAdmin());
    const person = await buildUser();
    const caseFile = await buildCase({ assignedTo: [person] });
    const foreign = await buildCase();
    const browser = await portal.as(person);
    const left = await open(browser);
    const { lastId } = left;
    left.leave();
    await expect.poll(() => liveStreamCount()).toBe(0);
    const witness = await open(admin);
    for (const { id } of [caseFile, foreign])
      await admin.call(commentsApi.create, { params: { id }, body: { message: "Hello" } });
    const readings = [`/api/cases/${caseFile.id}/comments`, `/api/cases/${foreign.id}/comments`];
    await expect.poll(() => witness.keys).toEqual(expect.arrayContaining(readings));
    for (const from of [{ after: lastId }, { lastEventId: lastId }]) {
      const back = await open(browser, from);
      await expect.poll(() => back.keys).toContain(readings[0]);
      expect(back.keys).not.toContain(readings[1]);
      expect(back.keys).not.toContain("*");
      expect(back.names).toEqual(["opened", "invalidate"]);
      const again = await open(browser, { after: back.lastId });
      await admin.call(commentsApi.create, {
        params: { id: caseFile.id },
        body: { message: "News" },
      });
      await expect.poll(() => again.names).toEqual(["opened", "invalidate"]);
    }
  });

  it.each(["", "unknown.7", "x", "1.2.3"])(
    "reads everything anew when its number %j says nothing",
    async (after) => {
      const page = await open(await portal.as(await buildUser()), { after });
      await expect.poll(() => page.keys).toEqual(["*"]);
    },
  );
});
