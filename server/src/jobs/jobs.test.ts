import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/core/log.ts";
import { exposition } from "#server/core/meters.ts";
import { runtime, setRuntime, type Runtime } from "#server/core/runtime.ts";
import { openDatabase, type OpenDatabase } from "#server/database/connection.ts";
import { failedLoginAttempts } from "#server/database/tables/failed-login-attempts.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { passwordResetTokens } from "#server/database/tables/password-reset-tokens.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { throttleBuckets } from "#server/database/tables/throttle-buckets.ts";
import { users } from "#server/database/tables/users.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { removeExpiredRows } from "./cleanup.ts";
import { createJobs, defineJob, type Jobs } from "./jobs.ts";

let done: string[] = [];
let failures = 0;

const write = defineJob<{ text: string }>("test.write", {}, async ({ text }) => {
  done.push(text);
});

const stumble = defineJob<{ text: string }>("test.stumble", { retryLimit: 1 }, async ({ text }) => {
  failures += 1;
  if (failures === 1) throw new Error("stumbled");
  done.push(text);
});

const collapse = defineJob("test.collapse", { retryLimit: 0 }, async () => {
  failures += 1;
  throw new Error("collapsed");
});

const figure = (job: string, outcome: string) =>
  exposition([]).includes(`portal_jobs_total{job="${job}",outcome="${outcome}"} 1\n`);

let database: TestDatabase;
let opened: OpenDatabase;
let jobs: Jobs;

beforeEach(async () => {
  done = [];
  failures = 0;
  database = await createTestDatabase();
  opened = openDatabase(database.address);
  const log = createLog("silent");
  jobs = createJobs(database.address, log);
  setRuntime({ database: opened.database, pool: opened.pool, jobs, log } as Runtime);
  await jobs.open();
});

afterEach(async () => {
  await jobs.close();
  await opened.close();
  await database.remove();
});

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 500 && !condition(); attempt += 1) await pause(20);
  expect(condition()).toBe(true);
}

async function countWaiting(): Promise<number> {
  const { rows } = await runtime.database.execute<{ count: string }>(
    sql`select count(*) from jobs.job where name like 'test.%' and state = 'created'`,
  );
  return Number(rows[0]?.count);
}

describe("a job", () => {
  it("is done soon after the commit that asked for it", async () => {
    await jobs.work();
    await inTransaction((tx) => write.enqueue(tx, { text: "first" }));
    await until(() => done.length === 1);
    const before = performance.now();
    await inTransaction((tx) => write.enqueue(tx, { text: "second" }));
    await until(() => done.length === 2);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it("is never done when the transaction that asked for it fails", async () => {
    const failing = inTransaction(async (tx) => {
      await write.enqueue(tx, { text: "never" });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await countWaiting()).toBe(0);
  });

  it("waits for the next portal when none is at work, and for its time", async () => {
    await inTransaction(async (tx) => {
      await write.enqueue(tx, { text: "now" });
      await write.enqueue(
        tx,
        { text: "later" },
        { startAfter: new Date(Date.now() + 60_000).toISOString() },
      );
    });
    await jobs.close();
    jobs = createJobs(database.address, createLog("silent"));
    await jobs.open();
    await jobs.work();
    await until(() => done.length > 0);
    expect(done).toEqual(["now"]);
    expect(await countWaiting()).toBe(1);
  });

  it("is tried again when it fails by surprise", async () => {
    await inTransaction((tx) => stumble.enqueue(tx, { text: "at last" }));
    await jobs.work();
    await until(() => failures === 1);
    await runtime.database.execute(
      sql`update jobs.job set start_after = now() where state = 'retry'`,
    );
    await until(() => done.length === 1);
    expect(figure("test.stumble", "failed")).toBe(true);
    expect(figure("test.stumble", "given_up")).toBe(false);
    await until(() => figure("test.stumble", "done"));
  });

  it("is counted as given up when it fails at its last try", async () => {
    await inTransaction((tx) => collapse.enqueue(tx, {}));
    await jobs.work();
    await until(() => figure("test.collapse", "given_up"));
    expect(failures).toBe(1);
    expect(figure("test.collapse", "failed")).toBe(true);
  });

  it("is told to the queue anew only when something about it has changed", async () => {
    defineJob("test.nightly", { schedule: "5 3 * * *", inBureauZone: true }, async () => undefined);
    const written = async () => {
      const { rows } = await runtime.database.execute(
        sql`select name, updated_on, timezone from jobs.schedule union all select name, updated_on, null from jobs.queue order by 1, 3`,
      );
      return rows;
    };
    const startIn = async (zone: string) => {
      await jobs.close();
      jobs = createJobs(database.address, createLog("silent"), zone);
      await jobs.open();
      await jobs.work();
    };
    await startIn("Asia/Dubai");
    const first = await written();
    await startIn("Asia/Dubai");
    expect(await written()).toEqual(first);
    await startIn("Asia/Beirut");
    expect(await written()).toContainEqual(
      expect.objectContaining({ name: "test.nightly", timezone: "Asia/Beirut" }),
    );
  });

  it("has a name of its own", () => {
    expect(() => defineJob("test.write", {}, async () => undefined)).toThrow(/defined twice/);
  });
});

describe("cleaning up", { tags: ["S-07"] }, () => {
  it("removes what has expired and keeps what has not", async () => {
    const { database: db } = runtime;
    const [user] = await db
      .insert(users)
      .values({ email: "a@example.com", password: "hash" })
      .returning();
    const ago = (age: string) => sql<string>`now() - ${age}::interval`;
    await db.insert(sessions).values([
      { sid: "old", sess: {}, expire: ago("1 second") },
      { sid: "new", sess: {}, expire: ago("-1 hour") },
    ]);
    await db.insert(passwordResetTokens).values([
      { userId: user!.id, token: "old", expiresAt: ago("25 hours") },
      { userId: user!.id, token: "new", expiresAt: ago("1 hour") },
    ]);
    await db.insert(throttleBuckets).values([
      { key: "old", windowStart: ago("49 hours") },
      { key: "new", windowStart: ago("1 hour") },
    ]);
    const attempt = { email: "a@example.com", ipAddress: "127.0.0.1" };
    await db.insert(failedLoginAttempts).values([
      { ...attempt, attemptedAt: ago("31 days") },
      { ...attempt, attemptedAt: ago("29 days") },
    ]);
    const mail = { toEmail: "a@example.com", template: "code", subject: "Code", text: "123456" };
    await db.insert(mailOutbox).values([{ ...mail, createdAt: ago("31 days") }, mail]);
    const message = {
      type: "case_creation" as const,
      webhookUrl: "https://example.com",
      payload: { caseId: 1 },
    };
    await db.insert(webhookLogs).values([
      { ...message, messageId: "old", createdAt: ago("366 days") },
      { ...message, messageId: "quiet", createdAt: ago("31 days"), response: "ok" },
      { ...message, messageId: "new" },
    ]);

    await removeExpiredRows();

    const tables = [
      sessions,
      passwordResetTokens,
      throttleBuckets,
      failedLoginAttempts,
      mailOutbox,
    ];
    expect(await Promise.all(tables.map((table) => db.$count(table)))).toEqual([1, 1, 1, 1, 1]);
    const kept = await db.select().from(webhookLogs).orderBy(webhookLogs.id);
    expect(
      kept.map(({ messageId, payload, response }) => ({ messageId, payload, response })),
    ).toEqual([
      { messageId: "quiet", payload: {}, response: null },
      { messageId: "new", payload: { caseId: 1 }, response: null },
    ]);
  });
});
