import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { secretSettings } from "./secret-files.ts";
import { ConfigError, loadConfig, type Config } from "./config.ts";

let dataDirectory: string;

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "portal-config-"));
});

afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));

const load = (settings: Record<string, string> = {}): Config =>
  loadConfig({ DATA_DIR: dataDirectory, ...settings });

function problemsOf(settings: Record<string, string>): readonly string[] {
  try {
    load(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

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
      storage: { driver: "local", directory: join(dataDirectory, "files") },
      mail: {
        smtpUrl: null,
        from: { name: "Example Bureau", address: "no-reply@localhost" },
        outboxDirectory: join(dataDirectory, "outbox"),
      },
      scanner: null,
      firstAdmin: null,
      bureauName: "Example Bureau",
      webhooks: {
        urls: {
          case_creation: null,
          invoice_payment: null,
          document_upload: null,
          status_change: null,
        },
        secret: readFileSync(join(dataDirectory, "keys", "WEBHOOK_SECRET"), "utf8").trim(),
        allowLoopback: false,
      },
      automationKey: null,
      previousFilesKey: null,
      session: { idleMinutes: 60, hours: 12 },
      requireStrongFactor: [],
      rateLimits: true,
      trustProxy: [],
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

  it("open the port of the monitoring on an address of its own [asvs 104]", () => {
    expect(load({ METRICS_PORT: "9464" }).metrics).toEqual({ host: "127.0.0.1", port: 9464 });
    const elsewhere = { METRICS_PORT: "9464", METRICS_HOST: "10.0.0.5" };
    expect(load(elsewhere).metrics).toEqual({ host: "10.0.0.5", port: 9464 });
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
    });
    const named = [
      "PORT",
      "APP_ORIGIN",
      "SESSION_HOURS",
      "REQUIRE_STRONG_FACTOR",
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
    named.push("MAIL_FROM", "FILES_KEY");
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

  it("scan files only when told where the scanner is, on this machine or a private network [asvs 56]", () => {
    const scanner = (SCAN: string, CLAMD_ADDRESS: string) => ({ SCAN, CLAMD_ADDRESS });
    expect(load(scanner("required", "/run/clamav/clamd.ctl")).scanner).toEqual({
      address: { path: "/run/clamav/clamd.ctl" },
      isRequired: true,
    });
    for (const [text, host] of [
      ["clamd:3310", "clamd"],
      ["10.0.0.7:3310", "10.0.0.7"],
      ["[::1]:3310", "::1"],
    ] as const) {
      const expected = { address: { host, port: 3310 }, isRequired: false };
      expect(load(scanner("optional", text)).scanner).toEqual(expected);
    }
    expect(load(scanner("off", "clamd:3310")).scanner).toBeNull();
    const refused = ["", "clamd", "clamd:99999", "a b:3310", "8.8.8.8:3310", "[2606:4700::1]:3310"];
    for (const address of refused) {
      expect(problemsOf(scanner("required", address)), address).toEqual([
        expect.stringMatching(/^CLAMD_ADDRESS must be/),
      ]);
    }
    expect(problemsOf(scanner("", "clamd:3310"))).toEqual([
      "CLAMD_ADDRESS needs SCAN=optional or required.",
    ]);
    expect(problemsOf(scanner("sometimes", ""))[0]).toMatch(/^SCAN must be one of/);
  });

  it.each([
    "postgres://portal@localhost:5432/portal",
    "postgres://portal@127.0.0.1/portal",
    "postgres://portal@127.1.2.3/portal",
    "postgresql://portal@[::1]/portal",
    "postgres://portal@db/portal?host=/run/postgresql",
    "postgres://portal@%2Frun%2Fpostgresql/portal",
    "postgres://portal@db.example.com/portal?sslmode=verify-full",
    "postgres://portal@10.0.0.5/portal?sslmode=require&sslmode=verify-full&sslrootcert=/etc/ca.pem",
  ])("let the database be on this machine, or one that proves itself: %s [asvs 100]", (url) => {
    const keys = { SECRET_KEY: key, FILES_KEY: key };
    expect(load({ ...keys, DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it.each([
    "postgres://portal:secret@db.example.com/portal",
    "postgres://portal:secret@10.0.0.5/portal",
    "postgres://portal:secret@localhost.example.com/portal",
    "postgres://portal:secret@localhost/portal?host=db.example.com",
    "postgres://portal:secret@localhost/portal?host=localhost&host=db.example.com",
    "postgres:///portal",
    "postgres://portal:secret@db/portal?sslmode=require",
    "postgres://portal:secret@db/portal?sslmode=no-verify",
    "postgres://portal:secret@db/portal?sslmode=verify-full&sslmode=disable",
    "postgres://portal:secret@db/portal?ssl=true",
  ])("refuse a database elsewhere that could be anybody: %s [asvs 100]", (url) => {
    const problems = problemsOf({ SECRET_KEY: key, FILES_KEY: key, DATABASE_URL: url });
    expect(problems).toEqual([
      "DATABASE_URL leads to another machine: add sslmode=verify-full, and sslrootcert=<file> if its certificate is your own.",
    ]);
  });

  it("let an object storage speak http only on this machine [asvs 100]", () => {
    const store = (S3_ENDPOINT: string) => ({
      SECRET_KEY: key,
      FILES_KEY: key,
      S3_BUCKET: "files",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
      S3_ENDPOINT,
    });
    for (const endpoint of ["http://127.0.0.1:9000", "http://[::1]:9000", "https://s3.example.com"])
      expect(problemsOf(store(endpoint)), endpoint).toEqual([]);
    for (const endpoint of ["http://s3.example.com", "http://10.0.0.7:9000"])
      expect(problemsOf(store(endpoint)), endpoint).toEqual([
        "S3_ENDPOINT leads to another machine: it must start with https://.",
      ]);
  });

  it("let webhooks reach this machine only when that is allowed", () => {
    const url = "http://localhost:5678/hook";
    expect(problemsOf({ WEBHOOK_URL_CASE_CREATION: url })).toHaveLength(1);
    const config = load({ WEBHOOK_URL_CASE_CREATION: url, ALLOW_LOOPBACK_WEBHOOK: "on" });
    expect(config.webhooks.urls.case_creation).toBe(url);
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
    const example = readFileSync(join(import.meta.dirname, "..", "..", ".env.example"), "utf8");
    const readers = ["config", "connection-settings", "key-settings"];
    const source = readers
      .map((name) => readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8"))
      .join("\n");
    const read = [...source.matchAll(/"([A-Z][A-Z0-9_]{3,})"/g)].map((match) => match[1]);
    const shown = [...example.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
    const files = secretSettings.map((name) => `${name}_FILE`);
    expect(new Set(shown)).toEqual(new Set([...read, ...files]));
  });
});
