/** What is wrong with a part outside the process, in one sentence that names the setting and the remedy. */
import type {
  MailConfig,
  ScannerConfig,
  StorageConfig,
} from "#server/config/connection-settings.ts";
import type { MailboxConfig } from "#server/config/mailbox-settings.ts";

export const notWritable = (directory: string, error: unknown) =>
  `DATA_DIR: ${directory} cannot be written to (${whyOf(error)}): give it to the account that the portal runs as.`;

export function explainStorage(error: unknown, storage: StorageConfig): string {
  if (storage.driver === "local") return notWritable(storage.directory, error);
  const place = placeOf(storage);
  switch (httpStatusIn(error)) {
    case undefined:
      return `The object storage at ${place} cannot be reached (${whyOf(error)}): check S3_ENDPOINT, or start it.`;
    case 404:
      return `The bucket "${storage.bucket}" does not exist at ${place}: make it, or correct S3_BUCKET.`;
    case 401:
    case 403:
      return `The object storage at ${place} refuses the bucket "${storage.bucket}": check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and that they may list, read, write and remove objects there.`;
    default:
      return `The object storage at ${place} answers ${httpStatusIn(error)} for the bucket "${storage.bucket}": check S3_ENDPOINT and S3_REGION.`;
  }
}

export function explainMail(error: unknown, mail: MailConfig): string {
  if (mail.smtpUrl === null) return notWritable(mail.outboxDirectory, error);
  const { host } = new URL(mail.smtpUrl);
  if (codesOf(error).includes("EAUTH"))
    return `The mail server ${host} refuses the user or password of SMTP_URL: correct them there.`;
  if (codesOf(error).includes("ETLS"))
    return `The mail server ${host} offers no encryption: use one that does in SMTP_URL (smtps://, or smtp:// with STARTTLS).`;
  return `The mail server ${host} cannot be used (${whyOf(error)}): check SMTP_URL; mails wait until it answers.`;
}

export function explainMailbox(error: unknown, mailbox: NonNullable<MailboxConfig>): string {
  return `The mailbox at ${new URL(mailbox.url).host} cannot be used (${whyMailbox(error)}): check INBOUND_IMAP_URL and INBOUND_FOLDER; mails wait there until it answers.`;
}

/** Short, without address and user. */
export function whyMailbox(error: unknown): string {
  const refusal = error as { authenticationFailed?: boolean; mailboxMissing?: boolean };
  if (refusal.authenticationFailed) return "it refuses the user or password";
  if (refusal.mailboxMissing) return "its folder is missing";
  return whyOf(error);
}

export function explainScanner(error: unknown, scanner: NonNullable<ScannerConfig>): string {
  const until = scanner.isRequired ? "uploads are refused" : "files are stored unscanned";
  return `The virus scanner at ${scannerPlace(scanner)} does not answer (${whyOf(error)}): start clamd, or correct CLAMD_ADDRESS; until then ${until}.`;
}

export function placeOf(storage: StorageConfig): string {
  if (storage.driver === "local") return storage.directory;
  return storage.endpoint === null
    ? `Amazon S3 in ${storage.region}`
    : new URL(storage.endpoint).host;
}

export function scannerPlace({ address }: NonNullable<ScannerConfig>): string {
  return "path" in address ? address.path : `${address.host}:${address.port}`;
}

/** The innermost reason, as short as it is known. */
export function whyOf(error: unknown): string {
  const code = codesOf(error).at(-1);
  if (code !== undefined) return code;
  const inner = causesOf(error).at(-1);
  return inner === undefined ? String(error) : inner.message;
}

function codesOf(error: unknown): string[] {
  return causesOf(error).flatMap((cause) =>
    "code" in cause && typeof cause.code === "string" ? [cause.code] : [],
  );
}

function httpStatusIn(error: unknown): number | undefined {
  for (const cause of causesOf(error)) {
    const { $metadata } = cause as { $metadata?: { httpStatusCode?: number } };
    if ($metadata?.httpStatusCode !== undefined) return $metadata.httpStatusCode;
  }
  return undefined;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let next = error; next instanceof Error && causes.length < 5; next = next.cause)
    causes.push(next);
  return causes;
}
