import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemsIn } from "#testing/config-problems.ts";
import { loadConfig, type Config } from "./config.ts";
import { secretSettings } from "./secret-files.ts";

let dataDirectory: string;

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "portal-config-"));
});

afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));

const load = (settings: Record<string, string> = {}): Config =>
  loadConfig({ DATA_DIR: dataDirectory, ...settings });

const problemsOf = (settings: Record<string, string>) => problemsIn(() => load(settings));

const key = Buffer.alloc(32, 7).toString("base64");

describe("settings", () => {
  it("have the documented values when nothing is set", () => {
    const { secretKey, filesKey, ...config } = load();
    expect(config).toEqual({
      port: 3000,
      host: "127.0.0.1",
      metrics: null,
      appOrigin: "http://localhost:3000",
      secureCookies: false,
      dataDirectory,
      databaseUrl: null,
      databaseOwnerUrl: null,
      storage: { driver: "local", directory: join(dataDirectory, "files") },
      mail: {
        smtpUrl: null,
        from: { name: "Example Bureau", address: "no-reply@localhost" },
        replyTo: null,
        outboxDirectory: join(dataDirectory, "outbox"),
      },
      mailbox: null,
      scanner: null,
      firstAdmin: null,
      bureauName: "Example Bureau",
      bureauZone: "Asia/Dubai",
      mailContent: "reference",
      webhooks: {
        urls: {
          case_creation: null,
          invoice_payment: null,
          document_upload: null,
          status_change: null,
        },
        secret: readFileSync(join(dataDirectory, "keys", "WEBHOOK_SECRET"), "utf8").trim(),
        previousSecret: null,
        hosts: null,
        privateHosts: { names: [], ranges: [] },
        allowLoopback: false,
      },
      automationKey: null,
      previousAutomationKey: null,
      previousFilesKey: null,
      session: { idleMinutes: 60, hours: 12 },
      isDemo: false,
      demoPublic: false,
      isNameSet: false,
      requireStrongFactor: [],
      retentionYears: 5,
      liveStreamLimit: 100_000,
      rateLimits: true,
      apiTokens: true,
      trustProxy: [],
      logFormat: "json",
      logLevel: "info",
    });
    expect([secretKey.length, filesKey.length]).toEqual([32, 32]);
    expect(secretKey.equals(filesKey)).toBe(false);
  });

  it("make their keys once, readable by the owner alone, and keep them", () => {
    const first = load();
    const second = load();
    expect(second.secretKey.equals(first.secretKey)).toBe(true);
    expect(second.filesKey.equals(first.filesKey)).toBe(true);
    expect(second.webhooks.secret).toBe(first.webhooks.secret);
    for (const name of ["SECRET_KEY", "FILES_KEY", "WEBHOOK_SECRET"]) {
      expect(statSync(join(dataDirectory, "keys", name)).mode & 0o777).toBe(0o600);
    }
  });

  it("open the port of the monitoring on an address of its own", { tags: ["asvs-104"] }, () => {
    expect(load({ METRICS_PORT: "9464" }).metrics).toEqual({
      host: "127.0.0.1",
      port: 9464,
      names: [],
    });
    const elsewhere = { METRICS_PORT: "9464", METRICS_HOST: "10.0.0.5" };
    expect(load(elsewhere).metrics).toEqual({ host: "10.0.0.5", port: 9464, names: [] });
    expect(problemsOf({ METRICS_PORT: "3000" })).toEqual(["METRICS_PORT and PORT must differ."]);
  });

  it("turn on secure cookies with an https origin", () => {
    const config = load({ APP_ORIGIN: "https://portal.example.com/" });
    expect(config).toMatchObject({ appOrigin: "https://portal.example.com", secureCookies: true });
    expect(config.mail.from.address).toBe("no-reply@portal.example.com");
  });

  it("count as not set when they are empty, as in a copied example file", () => {
    expect(load({ DATABASE_URL: "", ADMIN_EMAIL: " ", S3_BUCKET: "" })).toMatchObject({
      databaseUrl: null,
      firstAdmin: null,
      storage: { driver: "local" },
    });
  });

  it("cannot be changed afterwards", () => {
    expect(Object.isFrozen(load())).toBe(true);
  });

  it("name every problem at once", () => {
    const problems = problemsOf({
      PORT: "70000",
      APP_ORIGIN: "portal.example.com",
      SESSION_HOURS: "1.5",
      REQUIRE_STRONG_FACTOR: "admin, boss",
      DEMO: "maybe",
      DEMO_PUBLIC: "perhaps",
      RATE_LIMITS: "maybe",
      TRUST_PROXY: "10.0.0.0/8, proxy",
      LOG_LEVEL: "loud",
      SMTP_URL: "https://mail.example.com",
      ADMIN_EMAIL: "admin@example.com",
      S3_BUCKET: "files",
      SECRET_KEY: "short",
      WEBHOOK_SECRET: "secret",
      WEBHOOK_URL_STATUS_CHANGE: "http://hooks.example.com",
      MAIL_FROM: "nobody",
      MAIL_REPLY_TO: "no one",
    });
    const named = [
      "PORT",
      "APP_ORIGIN",
      "SESSION_HOURS",
      "REQUIRE_STRONG_FACTOR",
      "DEMO_PUBLIC",
      "DEMO",
      "RATE_LIMITS",
      "TRUST_PROXY",
      "LOG_LEVEL",
      "SMTP_URL",
    ];
    named.push(
      "ADMIN_PASSWORD",
      "S3_ACCESS_KEY_ID",
      "SECRET_KEY",
      "WEBHOOK_SECRET",
      "WEBHOOK_URL_STATUS_CHANGE",
    );
    named.push("MAIL_FROM", "MAIL_REPLY_TO", "FILES_KEY");
    for (const name of named)
      expect(
        problems.filter((problem) => problem.includes(name)),
        name,
      ).not.toEqual([]);
  });

  it.each<Record<string, string>>([
    { DATABASE_URL: "postgres://portal:secret@db/portal?sslmode=verify-full" },
    { S3_BUCKET: "files", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" },
  ])("ask for the keys when the data lies elsewhere: %o", (settings) => {
    const problems = problemsOf(settings);
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual(["SECRET_KEY", "FILES_KEY"]);
    expect(problemsOf({ ...settings, SECRET_KEY: key, FILES_KEY: key })).toEqual([]);
  });

  it("never repeat a password in a problem", () => {
    expect(problemsOf({ DATABASE_URL: "mysql://portal:hunter2@db/portal" }).join()).not.toContain(
      "hunter2",
    );
  });

  it("hold two secrets while one replaces the other", { tags: ["asvs-103"] }, () => {
    const secret = `whsec_${key}`;
    expect(load({ WEBHOOK_SECRET_PREVIOUS: secret }).webhooks.previousSecret).toBe(secret);
    const [automationKey, previousAutomationKey] = ["n".repeat(32), "o".repeat(32)];
    const keys = {
      AUTOMATION_KEY: automationKey,
      AUTOMATION_KEY_PREVIOUS: previousAutomationKey,
    };
    expect(load(keys)).toMatchObject({ automationKey, previousAutomationKey });
    expect(problemsOf({ WEBHOOK_SECRET_PREVIOUS: "short" })).toHaveLength(1);
    expect(problemsOf({ AUTOMATION_KEY_PREVIOUS: previousAutomationKey })).toEqual([
      "AUTOMATION_KEY_PREVIOUS needs AUTOMATION_KEY, the key that replaces it.",
    ]);
  });

  it("read the sender of mails with and without a name", () => {
    expect(load({ MAIL_FROM: '"The Bureau" <mail@bureau.example>' }).mail.from).toEqual({
      name: "The Bureau",
      address: "mail@bureau.example",
    });
    expect(load({ MAIL_FROM: "mail@bureau.example", BUREAU_NAME: "Acme" }).mail.from).toEqual({
      name: "Acme",
      address: "mail@bureau.example",
    });
  });

  it(
    "place the bureau in Dubai unless they name another zone",
    { tags: ["W-MAI-031", "W-MAI-017"] },
    () => {
      expect(load({}).bureauZone).toBe("Asia/Dubai");
      expect(load({ BUREAU_ZONE: "Pacific/Kiritimati" }).bureauZone).toBe("Pacific/Kiritimati");
      for (const zone of ["Dubai", "+04:00", "Asia/Dubai; drop"])
        expect(problemsOf({ BUREAU_ZONE: zone })).toEqual([
          `BUREAU_ZONE must be the name of a time zone such as Asia/Dubai, not "${zone}".`,
        ]);
    },
  );

  it("keep names and texts out of mails unless they say otherwise", { tags: ["W-MAI-017"] }, () => {
    expect(load({}).mailContent).toBe("reference");
    expect(load({ MAIL_CONTENT: "full" }).mailContent).toBe("full");
    expect(problemsOf({ MAIL_CONTENT: "everything" })).toEqual([
      "MAIL_CONTENT must be one of reference, full.",
    ]);
  });

  it("come to an end where a directory can never be made", () => {
    const [problem] = problemsOf({ DATA_DIR: "/proc/portal/data" });
    expect(problem).toMatch(/^DATA_DIR .+ cannot be written to \(\w+\)\.$/);
  });

  it("say that the data directory cannot be written to", () => {
    const file = join(dataDirectory, "file");
    writeFileSync(file, "");
    expect(problemsOf({ DATA_DIR: join(file, "data") })).toEqual([
      `DATA_DIR ${join(file, "data")} cannot be written to (ENOTDIR).`,
    ]);
  });

  it("stand in the example file, all of them, as comments with their defaults", () => {
    const example = readFileSync(
      join(import.meta.dirname, "..", "..", "..", ".env.example"),
      "utf8",
    );
    const readers = ["config", "connection-settings", "key-settings", "mailbox-settings"].concat(
      "webhook-settings",
    );
    const source = readers
      .map((name) => readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8"))
      .join("\n");
    const read = [...source.matchAll(/"([A-Z][A-Z0-9_]{3,})"/g)]
      .map((match) => match[1])
      .filter((name) => name !== "INBOX");
    const shown = [...example.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
    const files = secretSettings.map((name) => `${name}_FILE`);
    expect(new Set(shown)).toEqual(new Set([...read, ...files]));
  });
});
