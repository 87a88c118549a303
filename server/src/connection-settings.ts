/** Where the portal keeps its data and hands over its mails: the settings of what it connects to. */
import { join } from "node:path";
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
  outboxDirectory: string;
}>;

export function readDatabaseUrl(settings: Settings): string | null {
  const url = settings.url("DATABASE_URL", ["postgres:", "postgresql:"]);
  return url === undefined ? null : url.href;
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
    endpoint: settings.url("S3_ENDPOINT", ["http:", "https:"])?.href ?? null,
    region: settings.text("S3_REGION") ?? "us-east-1",
    bucket: settings.text("S3_BUCKET") ?? "",
    accessKeyId: settings.text("S3_ACCESS_KEY_ID") ?? "",
    secretAccessKey: settings.text("S3_SECRET_ACCESS_KEY") ?? "",
  };
}

export function readMail(
  settings: Settings,
  defaults: { dataDirectory: string; bureauName: string; appOrigin: string },
): MailConfig {
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
