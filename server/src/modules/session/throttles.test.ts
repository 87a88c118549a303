import { eq, like, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import { failedLoginAttempts } from "#server/database/tables/failed-login-attempts.ts";
import { throttleBuckets } from "#server/database/tables/throttle-buckets.ts";
import { spend } from "#server/database/token-buckets.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { mailsTo } from "#testing/mails.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import {
  browserIn,
  buildMember,
  enterPassword,
  PASSWORD,
  signInWithCode,
} from "#testing/sign-in.ts";
import type { TestClient } from "#testing/test-client.ts";

const portal = signInPortal();

const TOO_MANY =
  /^Too many login attempts\. Please try again later\. Try again in (\d+ seconds?|1 minute)\.$/;

async function guess(browser: TestClient, email: string) {
  return browser.send(sessionApi.login, { body: { email, password: "Wrong-Horse-7" } });
}

async function guessTimes(count: number, email: string, browser = browserIn(portal())) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1)
    statuses.push((await guess(browser, email)).status);
  return statuses;
}

/** Lets the time of the locks pass. */
async function passMinutes(minutes: number) {
  await runtime.database
    .update(throttleBuckets)
    .set({ blockedUntil: sql`blocked_until - make_interval(mins => ${minutes})` })
    .where(like(throttleBuckets.key, "login:%"));
}

describe("wrong passwords for one address", () => {
  it(
    "are refused with 429 after five, with the right password too",
    { tags: ["D-097", "S-04"] },
    async () => {
      const { email } = await buildMember();
      expect(await guessTimes(5, email)).toEqual([401, 401, 401, 401, 401]);
      const answer = await browserIn(portal()).send(sessionApi.login, {
        body: { email, password: PASSWORD },
      });
      expect(answer).toMatchObject({
        status: 429,
        body: { message: expect.stringMatching(TOO_MANY) },
      });
      const seconds = Number(answer.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);
    },
  );

  it("are treated alike when nobody has that address", { tags: ["asvs-71"] }, async () => {
    expect(await guessTimes(6, "nobody@example.com")).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it("close the door for longer each time", { tags: ["security-4.3"] }, async () => {
    const { email } = await buildMember();
    await guessTimes(5, email);
    const minutes: number[] = [];
    for (const wait of [1, 2, 4, 8, 15, 15]) {
      minutes.push(await minutesClosed(email));
      await passMinutes(wait);
      expect((await guess(browserIn(portal()), email)).status).toBe(401);
    }
    expect(minutes).toEqual([1, 2, 4, 8, 15, 15]);
  });

  async function minutesClosed(email: string): Promise<number> {
    const answer = await guess(browserIn(portal()), email);
    expect(answer.status).toBe(429);
    return Math.round(Number(answer.headers["retry-after"]) / 60);
  }

  it("are forgotten after a quarter of an hour without one", async () => {
    const { email } = await buildMember();
    await guessTimes(4, email);
    await passMinutes(16);
    expect(await guessTimes(5, email)).toEqual([401, 401, 401, 401, 401]);
  });

  it("are forgotten when the right one comes", { tags: ["S-04"] }, async () => {
    const { email } = await buildMember();
    await guessTimes(4, email);
    expect((await enterPassword(browserIn(portal()), email)).requiresOtp).toBe(true);
    expect(await guessTimes(4, email)).toEqual([401, 401, 401, 401]);
  });

  it("cannot be tried by the dozen at the same moment", async () => {
    const { email } = await buildMember();
    const browser = browserIn(portal());
    await browser.csrfToken();
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(browser, email)));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
  });

  it("are at most a hundred a day", { tags: ["asvs-58"] }, async () => {
    const { email } = await buildMember();
    await spend(`login-day:${fingerprintOf(email)}`, { most: 100, seconds: 86_400 }, 95);
    let looked = 0;
    for (let round = 0; round < 10; round += 1) {
      await runtime.database
        .delete(throttleBuckets)
        .where(like(throttleBuckets.key, "login-address%"));
      if ((await guess(browserIn(portal()), email)).status === 401) looked += 1;
      await passMinutes(20);
    }
    expect(looked).toBe(5);
  });

  it("are told to the person once, at the tenth", async () => {
    const { email } = await buildMember();
    for (let count = 0; count < 12; count += 1) {
      await guess(browserIn(portal()), email);
      if (count >= 4) await passMinutes([1, 2, 4, 8][count - 4] ?? 15);
    }
    const mails = await mailsTo(email);
    expect(mails.map((mail) => mail.template)).toEqual(["failedSignIns"]);
    expect(mails[0]?.text).toContain("10 times");
  });

  it(
    "followed by the right one are told to the person as well",
    { tags: ["asvs-69"] },
    async () => {
      const { email } = await buildMember();
      await guessTimes(5, email);
      await passMinutes(1);
      await enterPassword(browserIn(portal()), email);
      const mails = await mailsTo(email);
      expect(mails.map((mail) => mail.template)).toEqual(["failedSignIns", "code"]);
      expect(mails[0]?.text).toContain("5 times");
    },
  );

  it("are all stored", { tags: ["S-04"] }, async () => {
    const { email } = await buildMember();
    await guessTimes(3, email);
    const rows = await runtime.database
      .select()
      .from(failedLoginAttempts)
      .where(eq(failedLoginAttempts.email, email));
    expect(rows).toHaveLength(3);
  });
});

describe("a browser its owner knows", () => {
  it("gets in while strangers have locked the address", { tags: ["security-4.3"] }, async () => {
    const { email } = await buildMember();
    const own = await signInWithCode(portal(), email);
    await own.call(sessionApi.logout);
    expect(await guessTimes(6, email)).toContain(429);
    expect(await enterPassword(own, email)).toMatchObject({ requiresOtp: false });
  });

  it("has ten tries of its own", async () => {
    const { email } = await buildMember();
    const own = await signInWithCode(portal(), email);
    const statuses = await guessTimes(11, email, own);
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
    expect(statuses[10]).toBe(429);
  });

  it("is nobody's friend for another address", async () => {
    const [first, second] = [await buildMember(), await buildMember()];
    const browser = await signInWithCode(portal(), first.email);
    expect(await guessTimes(6, second.email, browser)).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe("wrong passwords from one place", () => {
  it("are refused after thirty in a quarter of an hour, whoever is asked for", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1) {
      statuses.push((await guess(browserIn(portal()), `guess-${index}@example.com`)).status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses[30]).toBe(429);
  });

  it("do not count right ones", async () => {
    const { email } = await buildMember();
    for (let index = 0; index < 32; index += 1) await enterPassword(browserIn(portal()), email);
    expect((await guess(browserIn(portal()), email)).status).toBe(401);
  });
});

describe("a hundred wrong passwords within a minute", () => {
  it("are told to the admins", { tags: ["security-4.3"] }, async () => {
    const admin = await buildAdmin();
    await spend("login-all", { most: 100, seconds: 60 }, 98);
    // The minute is the database's, and may end before the last guess.
    await runtime.database.execute(
      sql`insert into throttle_buckets (key, window_start, count) select key, window_start + interval '1 minute', count from throttle_buckets`,
    );
    const mails = async () => (await mailsTo(admin.email)).map((mail) => mail.template);
    await guess(browserIn(portal()), "attack-99@example.com");
    expect(await mails()).toEqual([]);
    await guess(browserIn(portal()), "attack-100@example.com");
    expect(await mails()).toEqual(["alert"]);
  });
});

describe("while the counters cannot be reached", () => {
  const impatient = signInPortal({ limits: { statementTimeoutMs: 500 } });

  it("nobody gets in: 503, never open", { tags: ["security-4.3"] }, async () => {
    const { email } = await buildMember();
    const browser = browserIn(impatient());
    await browser.csrfToken();
    const holder = await runtime.pool.connect();
    await holder.query("begin; lock table throttle_buckets in access exclusive mode");
    try {
      const answer = await browser.send(sessionApi.login, { body: { email, password: PASSWORD } });
      expect(answer.status).toBe(503);
      expect(answer.headers["retry-after"]).toBeDefined();
    } finally {
      await holder.query("rollback");
      holder.release();
    }
  });
});
