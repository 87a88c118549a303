/**
 * Every setting of the portal, read and checked once at the start. This is the only file that reads the environment;
 * it names all problems at once, so that nobody has to find them one start after the other.
 */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { keptSecret, prepareDirectory } from "./kept-secrets.ts";
import { Settings, type Environment } from "./settings.ts";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export type StorageConfig =
  | { driver: "local"; directory: string }
  | {
      driver: "s3";
      endpoint: string | null;
      region: string;
      bucket: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export type Config = Readonly<{
  port: number;
  host: string;
  /** Without a slash at the end. */
  appOrigin: string;
  /** True with an https origin: Secure cookies with the __Host- prefix, and HSTS. */
  secureCookies: boolean;
  dataDirectory: string;
  /** Null means the embedded PostgreSQL in the data directory. */
  databaseUrl: string | null;
  storage: StorageConfig;
  mail: Readonly<{
    /** Null means that mails become files in the outbox directory. */
    smtpUrl: string | null;
    from: Readonly<{ name: string; address: string }>;
    outboxDirectory: string;
  }>;
  firstAdmin: Readonly<{ email: string; password: string }> | null;
  bureauName: string;
  secretKey: Buffer;
  filesKey: Buffer;
  /** The one before, for as long as some case keys are still wrapped by it (npm run keys:rotate). */
  previousFilesKey: Buffer | null;
  webhooks: Readonly<{
    urls: Readonly<{
      case_creation: string | null;
      invoice_payment: string | null;
      document_upload: string | null;
      status_change: string | null;
    }>;
    /** As given, `whsec_` and base64. */
    secret: string;
    allowLoopback: boolean;
  }>;
  automationKey: string | null;
  session: Readonly<{ idleMinutes: number; hours: number }>;
  /** The request-count limits; the throttles of the sign-in are never off. */
  rateLimits: boolean;
  /** CIDR ranges of the proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[];
  logLevel: LogLevel;
}>;

/** Carries every problem, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** The process environment; a `.env` beside the start adds what it does not set. */
export function readEnvironment(): Environment {
  const file = resolve(".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

export function loadConfig(environment: Environment): Config {
  const settings = new Settings(environment);
  const config = readSettings(settings);
  if (settings.problems.length > 0) throw new ConfigError(settings.problems);
  return Object.freeze(config);
}

function readSettings(settings: Settings): Config {
  const port = settings.integer("PORT", { fallback: 3000, from: 1, to: 65_535 });
  const host = settings.text("HOST") ?? "127.0.0.1";
  const appOrigin = readOrigin(settings, `http://localhost:${port}`);
  const dataDirectory = resolve(settings.text("DATA_DIR") ?? "data");
  const databaseUrl = readDatabaseUrl(settings);
  const storage = readStorage(settings, dataDirectory);
  const bureauName = settings.text("BUREAU_NAME") ?? "Example Bureau";
  const allowLoopback = settings.flag("ALLOW_LOOPBACK_WEBHOOK", false);
  const webhookUrls = {
    case_creation: readWebhookUrl(settings, "WEBHOOK_URL_CASE_CREATION", allowLoopback),
    invoice_payment: readWebhookUrl(settings, "WEBHOOK_URL_INVOICE_PAYMENT", allowLoopback),
    document_upload: readWebhookUrl(settings, "WEBHOOK_URL_DOCUMENT_UPLOAD", allowLoopback),
    status_change: readWebhookUrl(settings, "WEBHOOK_URL_STATUS_CHANGE", allowLoopback),
  };
  const keys = readKeys(settings, dataDirectory, databaseUrl !== null || storage.driver === "s3");
  return {
    port,
    host,
    appOrigin,
    secureCookies: appOrigin.startsWith("https:"),
    dataDirectory,
    databaseUrl,
    storage,
    mail: readMail(settings, { dataDirectory, bureauName, appOrigin }),
    firstAdmin: readFirstAdmin(settings),
    bureauName,
    secretKey: keys.secretKey,
    filesKey: keys.filesKey,
    previousFilesKey: keys.previousFilesKey,
    webhooks: { urls: webhookUrls, secret: keys.webhookSecret, allowLoopback },
    automationKey: settings.text("AUTOMATION_KEY") ?? null,
    session: {
      idleMinutes: settings.integer("SESSION_IDLE_MINUTES", { fallback: 60, from: 1, to: 1440 }),
      hours: settings.integer("SESSION_HOURS", { fallback: 12, from: 1, to: 168 }),
    },
    rateLimits: settings.flag("RATE_LIMITS", true),
    trustProxy: readTrustProxy(settings),
    logLevel: settings.choice("LOG_LEVEL", logLevels) ?? "info",
  };
}

function readOrigin(settings: Settings, fallback: string): string {
  const url = settings.url("APP_ORIGIN", ["http:", "https:"]);
  if (url === undefined) return fallback;
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") {
    settings.problem(
      "APP_ORIGIN must be an origin without a path, such as https://portal.example.com.",
    );
  }
  return url.origin;
}

function readDatabaseUrl(settings: Settings): string | null {
  const url = settings.url("DATABASE_URL", ["postgres:", "postgresql:"]);
  return url === undefined ? null : url.href;
}

function readStorage(settings: Settings, dataDirectory: string): StorageConfig {
  const required = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const isWanted = [...required, "S3_ENDPOINT", "S3_REGION"].some(
    (name) => settings.text(name) !== undefined,
  );
  if (!isWanted) return { driver: "local", directory: join(dataDirectory, "files") };
  const missing = required.filter((name) => settings.text(name) === undefined);
  if (missing.length > 0) settings.problem(`Object storage also needs ${missing.join(" and ")}.`);
  return {
    driver: "s3",
    endpoint: settings.url("S3_ENDPOINT", ["http:", "https:"])?.href ?? null,
    region: settings.text("S3_REGION") ?? "us-east-1",
    bucket: settings.text("S3_BUCKET") ?? "",
    accessKeyId: settings.text("S3_ACCESS_KEY_ID") ?? "",
    secretAccessKey: settings.text("S3_SECRET_ACCESS_KEY") ?? "",
  };
}

function readMail(
  settings: Settings,
  defaults: { dataDirectory: string; bureauName: string; appOrigin: string },
): Config["mail"] {
  const smtpUrl = settings.url("SMTP_URL", ["smtp:", "smtps:"])?.href ?? null;
  const from = settings.text("MAIL_FROM") ?? `no-reply@${new URL(defaults.appOrigin).hostname}`;
  const [, name, address = ""] = /^(?:"?([^"<]*?)"?\s*<)?([^\s<>@]+@[^\s<>@]+)>?$/.exec(from) ?? [];
  if (address === "") settings.problem('MAIL_FROM must be an address, or "Name <address>".');
  return {
    smtpUrl,
    from: { name: name || defaults.bureauName, address },
    outboxDirectory: join(defaults.dataDirectory, "outbox"),
  };
}

function readFirstAdmin(settings: Settings): Config["firstAdmin"] {
  const email = settings.text("ADMIN_EMAIL")?.toLowerCase();
  const password = settings.text("ADMIN_PASSWORD");
  if (email === undefined && password === undefined) return null;
  if (email === undefined || password === undefined) {
    settings.problem("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.");
    return null;
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    settings.problem("ADMIN_EMAIL must be an e-mail address.");
  return { email, password };
}

function readWebhookUrl(settings: Settings, name: string, allowLoopback: boolean): string | null {
  const url = settings.url(name, allowLoopback ? ["https:", "http:"] : ["https:"]);
  if (url === undefined) return null;
  if (url.username !== "" || url.password !== "")
    settings.problem(`${name} must not hold a user name or password.`);
  return url.href;
}

function readTrustProxy(settings: Settings): string[] {
  const ranges = (settings.text("TRUST_PROXY") ?? "")
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "");
  for (const range of ranges) {
    if (!ipaddr.isValidCIDR(range) && !ipaddr.isValid(range)) {
      settings.problem(
        `TRUST_PROXY must list addresses or CIDR ranges such as 10.0.0.0/8, not "${range}".`,
      );
    }
  }
  return ranges;
}

const KEY_BYTES = 32;

/**
 * A server with its database or files elsewhere must be given its keys: a copy of the data on a new machine, with keys
 * made afresh there, could read nothing and would notice too late.
 */
function readKeys(settings: Settings, dataDirectory: string, mustBeGiven: boolean) {
  const trouble = prepareDirectory(dataDirectory);
  if (trouble !== undefined)
    settings.problem(`DATA_DIR ${dataDirectory} cannot be written to (${trouble}).`);
  const keyDirectory = join(dataDirectory, "keys");
  const readOrMake = (name: string, make: () => string): string | undefined => {
    const given = settings.text(name);
    if (given !== undefined || settings.problems.length > 0) return given;
    return keptSecret(keyDirectory, name, make);
  };
  for (const name of ["SECRET_KEY", "FILES_KEY"]) {
    if (mustBeGiven && settings.text(name) === undefined) {
      settings.problem(
        `${name} must be set (32 random bytes, base64) when DATABASE_URL or S3 is used.`,
      );
    }
  }
  const newKey = () => randomBytes(KEY_BYTES).toString("base64");
  return {
    secretKey: decodeKey(settings, "SECRET_KEY", readOrMake("SECRET_KEY", newKey)),
    filesKey: decodeKey(settings, "FILES_KEY", readOrMake("FILES_KEY", newKey)),
    previousFilesKey: readPreviousFilesKey(settings),
    webhookSecret: checkWebhookSecret(
      settings,
      readOrMake("WEBHOOK_SECRET", () => `whsec_${newKey()}`),
    ),
  };
}

function readPreviousFilesKey(settings: Settings): Buffer | null {
  const value = settings.text("FILES_KEY_PREVIOUS");
  return value === undefined ? null : decodeKey(settings, "FILES_KEY_PREVIOUS", value);
}

function decodeKey(settings: Settings, name: string, value: string | undefined): Buffer {
  const key = Buffer.from(value ?? "", "base64");
  if (value !== undefined && (key.length !== KEY_BYTES || !/^[\w+/-]+=*$/.test(value))) {
    settings.problem(`${name} must be 32 bytes in base64 (44 characters).`);
  }
  return key;
}

function checkWebhookSecret(settings: Settings, value: string | undefined): string {
  const length = Buffer.from(value?.slice("whsec_".length) ?? "", "base64").length;
  if (value !== undefined && (!value.startsWith("whsec_") || length < 24 || length > 64)) {
    settings.problem("WEBHOOK_SECRET must be whsec_ followed by 24 to 64 bytes in base64.");
  }
  return value ?? "";
}
