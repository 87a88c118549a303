import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { users } from "#server/database/tables/users.ts";
import { openActors } from "#testing/actors.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { type SessionRecord, slideSession, type StoredSession } from "./sessions.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** A session that began so long ago, was last used a while later and has so long to live. */
async function openAged(age: { began: string; seen: string; ends: string }) {
  const { client, people, caseFile } = await openActors(portal);
  const userId = people.client.id;
  await runtime.database.execute(sql`
    update sessions set created_at = now() - ${age.began}::interval,
      last_seen_at = now() - ${age.seen}::interval, expire = now() + ${age.ends}::interval
    where user_id = ${userId}`);
  const minutesLeft = async () => {
    const [row] = await runtime.database
      .select({
        left: sql<number>`extract(epoch from ${sessions.expire} - now())::float8 / 60`,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId));
    return Math.round(row?.left ?? Number.NaN);
  };
  return { client, caseFile, minutesLeft, userId };
}

describe("a session", () => {
  it("lives an hour from its last use", { tags: ["asvs-80"] }, async () => {
    const { client, minutesLeft } = await openAged({
      began: "2 h",
      seen: "30 min",
      ends: "30 min",
    });
    await client.call(casesApi.list);
    expect(await minutesLeft()).toBe(60);
  });

  it(
    "slides to the second, so that the shortest idle time keeps a working person in",
    { tags: ["asvs-80"] },
    async () => {
      const { config } = runtime;
      runtime.config = { ...config, session: { ...config.session, idleMinutes: 1 } };
      try {
        const age = { began: "10 min", seen: "40 s", ends: "20 s" };
        const { client, minutesLeft } = await openAged(age);
        await client.call(casesApi.list);
        expect(await minutesLeft()).toBe(1);
      } finally {
        runtime.config = config;
      }
    },
  );

  it("is not written down again by a call that has waited for another to do so", async () => {
    const written = { began: "2 h", seen: "-1 min", ends: "30 min" };
    const { minutesLeft, userId } = await openAged(written);
    const [row] = await runtime.database.select().from(sessions).where(eq(sessions.userId, userId));
    const readBefore = { ...(row!.sess as StoredSession), sid: row!.sid, secondsSinceSeen: 1800 };
    await slideSession(readBefore as SessionRecord);
    expect(await minutesLeft()).toBe(30);
  });

  it("lives twelve hours in all, however much it is used", { tags: ["asvs-80"] }, async () => {
    const age = { began: "11 h 50 min", seen: "30 min", ends: "5 min" };
    const { client, minutesLeft } = await openAged(age);
    await client.call(casesApi.list);
    expect(await minutesLeft()).toBe(10);
  });

  it("is not kept alive by a page that asks in the background", { tags: ["asvs-80"] }, async () => {
    const age = { began: "2 h", seen: "30 min", ends: "30 min" };
    const { client, caseFile, minutesLeft } = await openAged(age);
    await client.call(commentsApi.getUnreadCount, { params: caseFile });
    expect(await minutesLeft()).toBe(30);
  });

  it(
    "opens nothing for somebody who is disabled, even where it is still there",
    { tags: ["asvs-85"] },
    async () => {
      const { client, people } = await openActors(portal);
      await client.call(sessionApi.getUser);
      await runtime.database
        .update(users)
        .set({ disabledAt: sql`now()` })
        .where(eq(users.id, people.client.id));
      await client.refused(401, sessionApi.getUser);
    },
  );

  it("has ended when its time is over", { tags: ["asvs-80"] }, async () => {
    const { client } = await openAged({ began: "2 h", seen: "61 min", ends: "-1 min" });
    await client.refused(401, casesApi.list);
    await client.refused(401, sessionApi.getUser);
  });
});
