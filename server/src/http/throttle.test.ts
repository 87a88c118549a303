import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { commentsApi } from "contract/comments";
import { documentsApi } from "contract/documents";
import { MEGABYTE } from "contract/files";
import { searchApi } from "contract/search";
import { sessionApi } from "contract/session";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { throttleBuckets } from "#server/database/tables/throttle-buckets.ts";
import { giveBack, look, spend } from "#server/database/token-buckets.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { mailsTo } from "#testing/mails.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  portal = await openTestApp({
    settings: { RATE_LIMITS: "on", LOG_LEVEL: "info" },
    logTo: { write: (line) => void logged.push(line) },
  });
});
afterEach(async () => {
  await runtime.database.delete(throttleBuckets);
});
afterAll(() => portal.close());

const TOO_MANY =
  /^Too many requests\. Please try again later\. Try again in \d+ (second|minute|hour)s?\.$/;

describe("a bucket", () => {
  const limit = { most: 3, seconds: 3600 };

  it("counts every one of many at the same moment", { tags: ["asvs-23"] }, async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => spend("race", limit)));
    expect(all.filter((spending) => !spending.isOver)).toHaveLength(3);
    expect(all.map((spending) => spending.count).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it("says how long the window still lasts", async () => {
    const { secondsLeft } = await spend("time", limit);
    expect(secondsLeft).toBeGreaterThan(0);
    expect(secondsLeft).toBeLessThanOrEqual(3600);
  });

  it("is looked at without counting, and gives back what was right", async () => {
    for (let count = 0; count < 3; count += 1) await spend("look", limit);
    expect((await look("look", limit)).isOver).toBe(true);
    await giveBack("look", limit);
    expect(await look("look", limit)).toMatchObject({ isOver: false, count: 2 });
    expect(await look("unused", limit)).toMatchObject({ isOver: false, count: 0 });
  });
});

describe("guessing links", () => {
  it("is refused after thirty an hour from one place", { tags: ["security-4.3"] }, async () => {
    const visitor = portal.visitor();
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1) {
      const params = { token: `guess-${index}`.padEnd(43, "A") };
      statuses.push((await visitor.send(usersApi.getInvitation, { params })).status);
    }
    expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
    expect(statuses[30]).toBe(429);
    const params = { token: "A".repeat(43) };
    const answer = await visitor.send(sessionApi.validateResetToken, { params });
    expect(answer).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(TOO_MANY) },
    });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });

  it(
    "counts the links of a body as well, ten tries for each",
    { tags: ["security-4.3"] },
    async () => {
      const visitor = portal.visitor();
      const body = {
        token: "A".repeat(43),
        password: "Another-Stable-8",
        confirmPassword: "Another-Stable-8",
      };
      for (let count = 0; count < 10; count += 1) {
        await visitor.refused(400, sessionApi.resetPassword, { body });
      }
      const refusal = await visitor.refused(429, sessionApi.resetPassword, { body });
      expect(refusal.message).toMatch(TOO_MANY);
    },
  );
});

describe("a busy user", () => {
  it("writes at most sixty comments a minute", { tags: ["security-4.3"] }, async () => {
    const caseFile = await buildCase();
    const user = await buildAdmin();
    const browser = await portal.as(user);
    const input = { params: { id: caseFile.id }, body: { message: "Hello" } };
    await browser.csrfToken();
    // The first fifty-nine at once: written one by one they might take longer than the minute lasts.
    await spend(`comments:user:${user.id}`, { most: 60, seconds: 60 }, 59);
    await browser.call(commentsApi.create, input);
    const refusal = await browser.refused(429, commentsApi.create, input);
    expect(refusal.message).toMatch(TOO_MANY);
  });

  it(
    "uploads at most sixty files in ten minutes, counted one by one",
    { tags: ["security-4.3"] },
    async () => {
      const caseFile = await buildCase();
      const browser = await portal.as(await buildAdmin());
      const bytes = await samplePdf();
      const files = Array.from({ length: 20 }, (_, index) => ({
        field: "files",
        name: `page-${index}.pdf`,
        type: "application/pdf",
        bytes,
      }));
      const input = { params: { id: caseFile.id }, files, fields: { category: "other" } };
      for (let round = 0; round < 3; round += 1) await browser.call(documentsApi.upload, input);
      const one = { ...input, files: files.slice(0, 1) };
      const refusal = await browser.refused(429, documentsApi.upload, one);
      expect(refusal.message).toMatch(TOO_MANY);
    },
  );

  it("is refused the files beyond sixty before their content is read", async () => {
    const caseFile = await buildCase();
    const user = await buildAdmin();
    const browser = await portal.as(user);
    await spend(`uploads:user:${user.id}`, { most: 60, seconds: 600 }, 58);
    const bytes = await samplePdf();
    const field = "files";
    const files = [
      { field, name: "59.pdf", bytes },
      { field, name: "60.pdf", bytes },
      { field, name: "61.exe", bytes },
    ];
    const input = { params: { id: caseFile.id }, files };
    // Read, the last one would be refused for what it is.
    await browser.refused(429, documentsApi.upload, input);
  });

  it(
    "uploads at most a gibibyte a day, counted as it arrives, announced or not",
    { tags: ["security-4.3"] },
    async () => {
      const caseFile = await buildCase();
      const user = await buildAdmin();
      const browser = await portal.as(user);
      const day = { most: 1024 * 1024, seconds: 86_400 };
      const key = `upload-size:user:${user.id}`;
      const files = [{ field: "files", name: "a.pdf", bytes: await samplePdf(3 * MEGABYTE) }];
      const input = { params: { id: caseFile.id }, files };
      await browser.call(documentsApi.upload, input);
      const { count } = await look(key, day);
      expect(count).toBeGreaterThanOrEqual(3 * 1024);
      expect(count).toBeLessThan(3 * 1024 + 10);
      await spend(key, day, 1024 * 1024 - 2 * count - 20);
      // In chunks nothing is announced, so that the limit is met on the way.
      const inChunks = {
        ...input,
        headers: { "transfer-encoding": "chunked", "content-length": "0" },
      };
      await browser.call(documentsApi.upload, inChunks);
      await browser.refused(429, documentsApi.upload, inChunks);
      expect((await look(key, day)).count).toBeGreaterThan(1024 * 1024);
      const before = await look(key, day);
      await browser.refused(429, documentsApi.upload, input);
      expect(await look(key, day)).toMatchObject({ count: before.count });
    },
  );

  it(
    "copies no files by the hundred, and the admins hear of it once",
    { tags: ["security-4.3"] },
    async () => {
      const admin = await buildAdmin();
      const person = await buildUser({ firstName: "Cole", lastName: "Copy" });
      const caseFile = await buildCase({ assignedTo: [person] });
      const browser = await portal.as(person);
      const input = { params: { caseId: caseFile.caseId }, query: { stage: "stage1" as const } };
      const statuses: number[] = [];
      for (let count = 0; count < 13; count += 1) {
        statuses.push((await browser.send(documentsApi.downloadStage, input)).status);
      }
      expect(statuses.slice(0, 10)).not.toContain(429);
      expect(statuses.slice(10)).toEqual([429, 429, 429]);
      const mails = await mailsTo(admin.email);
      expect(mails.map((mail) => mail.template)).toEqual(["alert"]);
      expect(mails[0]?.text).toContain("Cole Copy");
      expect(logged.join("")).toContain('"kind":"downloads.exceeded"');
      expect(logged.join("")).not.toMatch(/Cole|Copy/);
    },
  );

  it("of another name is not held up by it", async () => {
    const caseFile = await buildCase();
    const input = { params: { id: caseFile.id }, body: { message: "Hello" } };
    const busyOne = await buildAdmin();
    const busy = await portal.as(busyOne);
    await spend(`comments:user:${busyOne.id}`, { most: 60, seconds: 60 }, 60);
    await busy.refused(429, commentsApi.create, input);
    const other = await portal.as(await buildAdmin());
    expect((await other.send(commentsApi.create, input)).status).toBe(201);
  });
});

describe("any call at all", () => {
  it("is refused beyond 1,200 a minute from one session", { tags: ["security-4.3"] }, async () => {
    portal.clock.set("2026-03-01T10:00:05.000Z");
    const browser = await portal.as(await buildUser());
    let refused = 0;
    // The cheapest call there is.
    for (let count = 0; count < 1205; count += 1) {
      if ((await browser.send(sessionApi.getCsrfToken)).status === 429) refused += 1;
    }
    expect(refused).toBe(5);
    expect((await browser.send(sessionApi.getUser)).status).toBe(429);
    portal.clock.advance(60_000);
    expect((await browser.send(sessionApi.getUser)).status).toBe(200);
  });
});

describe("with RATE_LIMITS off", () => {
  it("nothing is counted but the sign-in", async () => {
    const { config } = runtime;
    runtime.config = { ...config, rateLimits: false };
    const visitor = portal.visitor();
    for (let index = 0; index < 40; index += 1) {
      const params = { token: "A".repeat(43) };
      expect((await visitor.send(usersApi.getInvitation, { params })).status).toBe(404);
    }
    const login = { body: { email: "nobody@example.com", password: "x" } };
    for (let count = 0; count < 5; count += 1) await visitor.refused(401, sessionApi.login, login);
    await visitor.refused(429, sessionApi.login, login);
    runtime.config = config;
  });
});

it("refuses the 241st search within a minute", { tags: ["W-FND-015"] }, async () => {
  const user = await buildUser();
  const client = await portal.as(user);
  const input = { query: { q: "x" } };
  await spend(`search:user:${user.id}`, { most: 240, seconds: 60 }, 239);
  expect((await client.send(searchApi.find, input)).status).toBe(200);
  expect((await client.send(searchApi.find, input)).status).toBe(429);
});
