/** What runs and what it works with, told to the log at the start: one line each, and no secret in any. */
import type { Config } from "#server/config/config.ts";
import { runtime } from "#server/core/runtime.ts";
import { version } from "#server/core/version.ts";
import { placeOf, scannerPlace } from "#server/integrations/explain.ts";
import { lookOutside } from "#server/operations/integrity-check/outside-parts.ts";

export function logStart(config: Config): void {
  for (const startLine of startLines(config)) runtime.log.info(startLine);
}

export function startLines({ databaseUrl, dataDirectory, ...config }: Config): string[] {
  const { storage, mail, mailbox, scanner } = config;
  const database =
    databaseUrl === null ? `embedded PostgreSQL in ${dataDirectory}` : addressOf(databaseUrl);
  const bucket = storage.driver === "s3" ? `bucket ${storage.bucket} at ` : "";
  const server =
    mail.smtpUrl === null ? `files in ${mail.outboxDirectory}` : new URL(mail.smtpUrl).host;
  const scan =
    scanner && `${scannerPlace(scanner)}, ${scanner.isRequired ? "required" : "optional"}`;
  return [
    `Version: ${version}, Node ${process.versions.node}`,
    `Database: ${database}`,
    `Storage: ${bucket}${placeOf(storage)}`,
    `Mail: ${server}, from ${mail.from.address}`,
    ...(mailbox === null ? [] : [`Mailbox: ${new URL(mailbox.url).host}`]),
    `Scanner: ${scan ?? "off"}`,
  ];
}

/** Without user and password. */
function addressOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get("host")}${pathname}`;
}

/** Beside the work: a mail server that is away keeps nobody from working. */
export async function printWhatIsMissing(config: Config): Promise<void> {
  for (const { isFine, sentence } of await lookOutside(config))
    if (!isFine) process.stderr.write(`${sentence}\n`);
}
