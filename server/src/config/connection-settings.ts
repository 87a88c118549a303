/** Where the portal keeps its data and hands over its mails: the settings of what it connects to. */
import { join } from "node:path";
import ipaddr from "ipaddr.js";
import type { Settings } from "./settings.ts";

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

export type MailConfig = Readonly<{
  /** Null means that mails become files in the outbox directory. */
  smtpUrl: string | null;
  from: Readonly<{ name: string; address: string }>;
  /** Where an answer goes; null means to the sender's address. */
  replyTo: Readonly<{ name: string; address: string }> | null;
  outboxDirectory: string;
}>;

/** Null means that files are not scanned. */
/** A socket file, or a host with its port. */
export type ClamdAddress = { path: string } | { host: string; port: number };
export type ScannerConfig = Readonly<{ address: ClamdAddress; isRequired: boolean }> | null;

export function readDatabaseUrls(settings: Settings) {
  const databaseUrl = readDatabaseUrl(settings, "DATABASE_URL");
  const databaseOwnerUrl = readDatabaseUrl(settings, "DATABASE_OWNER_URL");
  if (databaseOwnerUrl !== null && databaseUrl === null)
    settings.problem("DATABASE_OWNER_URL needs DATABASE_URL, the role that the portal works as.");
  return { databaseUrl, databaseOwnerUrl };
}

/** Beyond this machine only to a server that has proved who it is (asvs 100). */
function readDatabaseUrl(settings: Settings, name: string): string | null {
  const url = settings.url(name, ["postgres:", "postgresql:"]);
  if (url === undefined) return null;
  // As the driver reads it: of several the last, and a host among the parameters before the one in the address.
  const given = (option: string) => url.searchParams.getAll(option).at(-1) ?? "";
  const host = given("host") || decodeURIComponent(url.hostname);
  const isSocket = host.startsWith("/");
  if (!isSocket && !isThisMachine(host) && given("sslmode") !== "verify-full") {
    settings.problem(
      `${name} leads to another machine: add sslmode=verify-full, and sslrootcert=<file> if its certificate is your own.`,
    );
  }
  return url.href;
}

function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[(.+)\]$/, "$1").toLowerCase();
  if (!ipaddr.isValid(bare)) return bare === "localhost";
  return ipaddr.process(bare).range() === "loopback";
}

export function readStorage(settings: Settings, dataDirectory: string): StorageConfig {
  const required = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const isWanted = [...required, "S3_ENDPOINT", "S3_REGION"].some(
    (name) => settings.text(name) !== undefined,
  );
  if (!isWanted) return { driver: "local", directory: join(dataDirectory, "files") };
  const missing = required.filter((name) => settings.text(name) === undefined);
  if (missing.length > 0) settings.problem(`Object storage also needs ${missing.join(" and ")}.`);
  return {
    driver: "s3",
    endpoint: readEndpoint(settings),
    region: settings.text("S3_REGION") ?? "us-east-1",
    bucket: settings.text("S3_BUCKET") ?? "",
    accessKeyId: settings.text("S3_ACCESS_KEY_ID") ?? "",
    secretAccessKey: settings.text("S3_SECRET_ACCESS_KEY") ?? "",
  };
}

/** The files are encrypted, the access key and the names of the objects are not (asvs 100). */
function readEndpoint(settings: Settings): string | null {
  const url = settings.url("S3_ENDPOINT", ["http:", "https:"]);
  if (url?.protocol === "http:" && !isThisMachine(url.hostname))
    settings.problem("S3_ENDPOINT leads to another machine: it must start with https://.");
  return url?.href ?? null;
}

export function readMail(
  settings: Settings,
  defaults: { dataDirectory: string; bureauName: string; appOrigin: string },
): MailConfig {
  const smtpUrl = settings.url("SMTP_URL", ["smtp:", "smtps:"])?.href ?? null;
  const from = settings.text("MAIL_FROM") ?? `no-reply@${new URL(defaults.appOrigin).hostname}`;
  const mailbox = (name: string, text: string) => {
    const read = readMailbox(text);
    if (read === null) settings.problem(`${name} must be an address, or "Name <address>".`);
    return { name: read?.name || defaults.bureauName, address: read?.address ?? "" };
  };
  const replyTo = settings.text("MAIL_REPLY_TO");
  return {
    smtpUrl,
    from: mailbox("MAIL_FROM", from),
    replyTo: replyTo === undefined ? null : mailbox("MAIL_REPLY_TO", replyTo),
    outboxDirectory: join(defaults.dataDirectory, "outbox"),
  };
}

function readMailbox(text: string): { name: string; address: string } | null {
  const [, name = "", address = ""] =
    /^(?:"?([^"<]*?)"?\s*<)?([^\s<>@]+@[^\s<>@]+)>?$/.exec(text) ?? [];
  return address === "" ? null : { name, address };
}

export function readScanner(settings: Settings): ScannerConfig {
  const mode = settings.choice("SCAN", ["off", "optional", "required"]);
  const address = settings.text("CLAMD_ADDRESS");
  if (mode === "off") return null;
  if (mode === undefined) {
    if (address !== undefined) settings.problem(`CLAMD_ADDRESS needs SCAN=optional or required.`);
    return null;
  }
  return { address: readClamdAddress(settings, address ?? ""), isRequired: mode === "required" };
}

function readClamdAddress(settings: Settings, text: string): ClamdAddress {
  if (text.startsWith("/")) return { path: text };
  const [, bracketed, name, port] = /^(?:\[(.+)\]|([^\s:/@]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? name ?? "";
  if (host === "" || Number(port) > 65_535) {
    settings.problem(
      "CLAMD_ADDRESS must be the path of a socket, such as /run/clamav/clamd.ctl, or host:port.",
    );
  }
  // Its protocol knows no encryption, and what travels are passports.
  if (ipaddr.isValid(host) && ipaddr.process(host).range() === "unicast") {
    settings.problem("CLAMD_ADDRESS must be this machine or a private network, not the internet.");
  }
  return { host, port: Number(port) };
}
