import { existsSync } from "node:fs";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { USUAL_ZONE } from "contract/days";
import { type Role, roles } from "contract/session";
import { type LogFormat, logFormats } from "#server/core/log-text.ts";
import { type LogLevel, logLevels } from "#server/core/log.ts";
import {
  type MailConfig,
  readDatabaseUrls,
  readMail,
  readScanner,
  readStorage,
  type ScannerConfig,
  type StorageConfig,
} from "./connection-settings.ts";
import { readKeys } from "./key-settings.ts";
import { type MailboxConfig, readMailbox } from "./mailbox-settings.ts";
import type { PrivateHosts } from "./private-hosts.ts";
import { Settings, type Environment } from "./settings.ts";
import { readWebhookAddresses } from "./webhook-settings.ts";

declare module "#server/core/runtime.ts" {
  interface Runtime {
    config: Config;
  }
}

const mailContents = ["reference", "full"] as const;
export type MailContent = (typeof mailContents)[number];

export type Config = Readonly<{
  port: number;
  host: string;
  /** Where the monitoring asks, and by which names beside the machine's own; null means nowhere. */
  metrics: Readonly<{ host: string; port: number; names: readonly string[] }> | null;
  /** Without a slash at the end. */
  appOrigin: string;
  /** True with an https origin: Secure cookies with the __Host- prefix, and HSTS. */
  secureCookies: boolean;
  dataDirectory: string;
  /** Null means the embedded PostgreSQL in the data directory. */
  databaseUrl: string | null;
  /** The same database as the owner of its tables; null means that DATABASE_URL is the owner's. */
  databaseOwnerUrl: string | null;
  storage: StorageConfig;
  mail: MailConfig;
  mailbox: MailboxConfig;
  scanner: ScannerConfig;
  firstAdmin: Readonly<{ email: string; password: string }> | null;
  bureauName: string;
  /** Whether BUREAU_NAME is given. */
  isNameSet: boolean;
  /** Where its days begin and its times are shown: the name of a time zone (D-158). */
  bureauZone: string;
  /** What mails say about a case: its code and how much, or names and texts too. */
  mailContent: MailContent;
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
    /** The one before, for as long as the receiver may not know the new one. */
    previousSecret: string | null;
    /** The only hosts that may be told; null means any. */
    hosts: readonly string[] | null;
    /** The hosts of the operator's own network that may be told. */
    privateHosts: PrivateHosts;
    allowLoopback: boolean;
  }>;
  automationKey: string | null;
  previousAutomationKey: string | null;
  session: Readonly<{ idleMinutes: number; hours: number }>;
  /** `npm run demo` prints the codes of its mails. */
  isDemo: boolean;
  /** Whether the demonstration may be reached from anywhere; a real portal does nothing with it. */
  demoPublic: boolean;
  /** Who must have a passkey or an authenticator app (security.md 4.9). */
  requireStrongFactor: readonly Role[];
  /** How long the documents of closed cases are kept (security.md 5.6); 0 means without end. */
  retentionYears: number;
  /** The request-count limits; the throttles of the sign-in are never off. */
  rateLimits: boolean;
  /** Whether programs may act with personal tokens. */
  apiTokens: boolean;
  /** How many pages may be open at once; the descriptors of the process may allow fewer. */
  liveStreamLimit: number;
  /** CIDR ranges of the proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[];
  logLevel: LogLevel;
  logFormat: LogFormat;
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
  const { databaseUrl, databaseOwnerUrl } = readDatabaseUrls(settings);
  const storage = readStorage(settings, dataDirectory);
  const givenName = settings.text("BUREAU_NAME");
  const bureauName = givenName ?? "Example Bureau";
  const keys = readKeys(settings, dataDirectory, databaseUrl !== null || storage.driver === "s3");
  return {
    port,
    host,
    metrics: readMetrics(settings, port),
    appOrigin,
    secureCookies: appOrigin.startsWith("https:"),
    dataDirectory,
    databaseUrl,
    databaseOwnerUrl,
    storage,
    mail: readMail(settings, { dataDirectory, bureauName, appOrigin }),
    mailbox: readMailbox(settings),
    scanner: readScanner(settings),
    firstAdmin: readFirstAdmin(settings),
    bureauName,
    isNameSet: givenName !== undefined,
    bureauZone: readZone(settings),
    mailContent: settings.choice("MAIL_CONTENT", mailContents) ?? "reference",
    secretKey: keys.secretKey,
    filesKey: keys.filesKey,
    previousFilesKey: keys.previousFilesKey,
    webhooks: {
      ...readWebhookAddresses(settings),
      secret: keys.webhookSecret,
      previousSecret: keys.previousWebhookSecret,
    },
    automationKey: keys.automationKey,
    previousAutomationKey: keys.previousAutomationKey,
    session: {
      idleMinutes: settings.integer("SESSION_IDLE_MINUTES", { fallback: 60, from: 1, to: 1440 }),
      hours: settings.integer("SESSION_HOURS", { fallback: 12, from: 1, to: 168 }),
    },
    demoPublic: settings.flag("DEMO_PUBLIC", false),
    isDemo: settings.flag("DEMO", false),
    requireStrongFactor: settings.choices("REQUIRE_STRONG_FACTOR", roles),
    retentionYears: settings.integer("RETENTION_YEARS", { fallback: 5, from: 0, to: 100 }),
    rateLimits: settings.flag("RATE_LIMITS", true),
    apiTokens: settings.flag("API_TOKENS", true),
    liveStreamLimit: settings.integer("LIVE_STREAM_LIMIT", {
      fallback: 100_000,
      from: 1,
      to: 1_000_000,
    }),
    trustProxy: readTrustProxy(settings),
    logLevel: settings.choice("LOG_LEVEL", logLevels) ?? "info",
    logFormat:
      settings.choice("LOG_FORMAT", logFormats) ?? (process.stdout.isTTY ? "text" : "json"),
  };
}

function readMetrics(settings: Settings, portalPort: number): Config["metrics"] {
  const host = settings.text("METRICS_HOST") ?? "127.0.0.1";
  const port = settings.integer("METRICS_PORT", { fallback: 0, from: 1, to: 65_535 });
  if (port === portalPort) settings.problem("METRICS_PORT and PORT must differ.");
  const names = (settings.text("METRICS_NAMES") ?? "").toLowerCase().split(/[\s,]+/);
  return port === 0 ? null : { host, port, names: names.filter((name) => name !== "") };
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

function readZone(settings: Settings): string {
  const zone = settings.text("BUREAU_ZONE");
  if (zone === undefined) return USUAL_ZONE;
  if (!isZone(zone)) {
    settings.problem(
      `BUREAU_ZONE must be the name of a time zone such as ${USUAL_ZONE}, not "${zone}".`,
    );
  }
  return zone;
}

/** A name, not an offset: a zone knows when its clocks are changed. */
function isZone(text: string): boolean {
  if (!/^[A-Z]/i.test(text)) return false;
  try {
    Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
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
