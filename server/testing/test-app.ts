/** The whole portal for a test: its own database, data directory and clock; nothing is mocked. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { DestinationStream } from "pino";
import type { Role } from "contract/session";
import { buildApp } from "#server/app.ts";
import { startSession } from "#server/auth/sessions.ts";
import { loadConfig } from "#server/config/config.ts";
import { createLog } from "#server/core/log.ts";
import { setRuntime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import { openBureau } from "#server/database/bureau.ts";
import { openChannels } from "#server/database/channel.ts";
import { type DatabaseLimits, openDatabase } from "#server/database/connection.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { createStorages } from "#server/integrations/storage/create-storages.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { TestClient } from "./test-client.ts";
import { createTestClock, type TestClock } from "./test-clock.ts";
import { createTestDatabase } from "./test-database.ts";

export type TestApp = {
  app: FastifyInstance;
  clock: TestClock;
  /** A browser that has not signed in. */
  visitor(): TestClient;
  /** A browser in which this user is signed in. */
  as(user: { id: number; role?: Role }): Promise<TestClient>;
  close(): Promise<void>;
};

export type TestAppOptions = {
  settings?: Record<string, string>;
  work?: boolean;
  /** Takes the lines of the log, where a test reads them; LOG_LEVEL has to let them through. */
  logTo?: DestinationStream;
  limits?: Partial<DatabaseLimits>;
  beforeRoutes?: Parameters<typeof buildApp>[0];
};

/** A machine that is busy with other tests is no database that is away. */
const PATIENT = { statementTimeoutMs: 20_000, connectTimeoutMs: 20_000, searchTimeoutMs: 20_000 };

/** `work` also runs the jobs; otherwise they are only collected. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const directory = await mkdtemp(join(tmpdir(), "portal-test-"));
  const database = await createTestDatabase();
  const config = loadConfig({
    DATA_DIR: directory,
    LOG_LEVEL: "silent",
    RATE_LIMITS: "off",
    ...options.settings,
  });
  const log = createLog(config.logLevel, options.logTo);
  const opened = openDatabase(database.address, { ...PATIENT, ...options.limits });
  const clock = createTestClock();
  const channels = openChannels(database.address);
  const jobs = createJobs(database.address, log);
  setRuntime({
    config,
    database: opened.database,
    pool: opened.pool,
    searchPool: opened.searchPool,
    channels,
    jobs,
    clock,
    bureau: await openBureau(opened.database),
    log,
    files: createStorages(config),
  });
  await jobs.open();
  if (options.work) await jobs.work();
  const app = await buildApp(options.beforeRoutes);
  await app.ready();
  return {
    app,
    clock,
    visitor: () => new TestClient(app),
    as: (user) => signIn(app, user.id),
    close: async () => {
      await app.close();
      await jobs.close();
      await channels.close();
      await opened.close();
      await database.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function signIn(app: FastifyInstance, userId: number): Promise<TestClient> {
  const client = new TestClient(app);
  await client.csrfToken();
  const cookie = client.cookies.get("csrf");
  const token = await inTransaction((tx) =>
    startSession(tx, {
      userId,
      state: "signedIn",
      csrf: cookie === undefined ? null : fingerprintOf(cookie),
      deviceFingerprint: null,
      deviceName: "Test browser",
      userAgent: null,
      ipAddress: "127.0.0.1",
    }),
  );
  client.cookies.set("sid", token);
  return client;
}
