/**
 * Looks at what the portal works with beyond its own process. The start and the doctor look whether each part answers;
 * `npm run doctor -- --settings` also uses it: an object is written and read, the webhooks' hosts are greeted.
 */
import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Config } from "#server/config/config.ts";
import { createLog, maskText } from "#server/core/log.ts";
import {
  explainMail,
  explainMailbox,
  explainScanner,
  explainStorage,
  placeOf,
  scannerPlace,
  whyOf,
} from "#server/integrations/explain.ts";
import { createMailCarrier } from "#server/integrations/mail/carrier.ts";
import { askClamd } from "#server/integrations/scanner/clamd.ts";
import { createStorages, type FileStorages } from "#server/integrations/storage/create-storages.ts";
import { greet } from "#server/integrations/webhooks/greet.ts";

/** What was seen, or what is wrong and what to do. */
export type Look = { part: string; isFine: boolean; sentence: string };

type Part = {
  readonly part: string;
  readonly look: () => Promise<string>;
  readonly explain: (error: unknown) => string;
};

const SCAN_PATIENCE_MS = 10_000;

/** Whether each answers. Takes some seconds when one does not. */
export function lookOutside(config: Config): Promise<Look[]> {
  const storages = createStorages(config);
  const answers = async () => {
    await storages.check();
    return `${placeOf(config.storage)} answers`;
  };
  return lookAtAll([
    storagePart(config, answers),
    mailPart(config),
    ...mailboxParts(config),
    ...scannerParts(config),
  ]);
}

/** Uses each as the portal does. */
export function tryOutside(config: Config): Promise<Look[]> {
  const storages = createStorages(config);
  const roundTrip = async () => {
    await writeAndRead(storages);
    return `an object was written to ${placeOf(config.storage)}, read and removed`;
  };
  return lookAtAll([
    storagePart(config, roundTrip),
    mailPart(config),
    ...mailboxParts(config),
    ...scannerParts(config),
    ...webhookParts(config),
  ]);
}

function lookAtAll(parts: readonly Part[]): Promise<Look[]> {
  return Promise.all(
    parts.map(async ({ part, look, explain }) => {
      try {
        return { part, isFine: true, sentence: `${await look()}.` };
      } catch (error) {
        return { part, isFine: false, sentence: maskText(explain(error)) };
      }
    }),
  );
}

function storagePart({ storage }: Config, look: Part["look"]): Part {
  return { part: "Storage", look, explain: (error) => explainStorage(error, storage) };
}

async function writeAndRead({ current, spoolDirectory }: FileStorages): Promise<void> {
  const [key, bytes] = [randomBytes(16).toString("hex"), randomBytes(1024)];
  const spooled = join(spoolDirectory, `${key}.part`);
  try {
    await writeFile(spooled, bytes, { mode: 0o600 });
    await current.put(key, spooled);
    const read = await buffer(await current.open(key));
    if (!read.equals(bytes)) throw new Error("other bytes came back than were written");
  } finally {
    await rm(spooled, { force: true });
    await current.remove(key);
  }
}

function mailPart({ mail }: Config): Part {
  return {
    part: "Mail",
    explain: (error) => explainMail(error, mail),
    async look() {
      await createMailCarrier(mail, createLog("silent")).check();
      return mail.smtpUrl === null
        ? `no SMTP_URL, mails become files in ${mail.outboxDirectory}`
        : `the mail server ${new URL(mail.smtpUrl).host} takes mails`;
    },
  };
}

function mailboxParts({ mailbox }: Config): Part[] {
  if (mailbox === null) return [];
  const part: Part = {
    part: "Mailbox",
    explain: (error) => explainMailbox(error, mailbox),
    async look() {
      const { openImap } = await import("#server/integrations/mailbox/imap.ts");
      await (await openImap(mailbox)).close();
      return `the folder ${mailbox.folder} at ${new URL(mailbox.url).host} can be read`;
    },
  };
  return [part];
}

/** What works, and could be safer. */
export function warningsOf({ mailbox }: Config): string[] {
  if (mailbox === null || mailbox.authservId !== null) return [];
  return [
    "INBOUND_AUTHSERV_ID is not set: an answer by mail is taken from whoever has its address and writes the right sender into it. Set it to the name that your mail server writes into Authentication-Results.",
  ];
}

function scannerParts({ scanner }: Config): Part[] {
  if (scanner === null) return [];
  const part: Part = {
    part: "Scanner",
    explain: (error) => explainScanner(error, scanner),
    async look() {
      const patience = AbortSignal.timeout(SCAN_PATIENCE_MS);
      const { finding } = await askClamd(scanner.address, harmless(), patience);
      if (finding !== null) throw new Error(`it takes a harmless text for ${finding}`);
      return `clamd at ${scannerPlace(scanner)} scanned a text and found nothing`;
    },
  };
  return [part];
}

async function* harmless(): AsyncGenerator<Buffer> {
  yield Buffer.from("A text of the portal, to see whether the scanner answers.\n");
}

/** Each host once; without one there is nothing to look at. */
function webhookParts({ webhooks }: Config): Part[] {
  const { urls, secret: _secret, previousSecret: _previousSecret, ...rules } = webhooks;
  const settingsByOrigin = new Map<string, { url: string; settings: string[] }>();
  for (const [type, url] of Object.entries(urls)) {
    if (url === null) continue;
    const { origin } = new URL(url);
    const known = settingsByOrigin.get(origin) ?? { url, settings: [] };
    known.settings.push(`WEBHOOK_URL_${type.toUpperCase()}`);
    settingsByOrigin.set(origin, known);
  }
  return [...settingsByOrigin].map(([origin, { url, settings }]) => ({
    part: "Webhooks",
    look: async () => `${origin}: ${await greet(url, rules)}`,
    explain: (error) =>
      `${origin} cannot be used for webhooks (${whyOf(error)}): check ${settings.join(", ")}.`,
  }));
}
