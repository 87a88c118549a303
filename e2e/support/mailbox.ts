/** The mails a portal has sent, read from its outbox directory. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";

const PATIENCE = { timeout: 10_000, intervals: [50] };

export class Mailbox {
  readonly #outbox: string;
  /** Mails never change, so each file is read once. */
  readonly #mails = new Map<string, Email>();

  constructor(dataDirectory: string) {
    this.#outbox = join(dataDirectory, "outbox");
  }

  /** All mails to one address, oldest first. */
  async mailsTo(address: string): Promise<Email[]> {
    await this.#readNew();
    return [...this.#mails.values()].filter((mail) =>
      mail.to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()),
    );
  }

  /** Waits for the next mail beyond those already known, and answers it. */
  async waitForMail(address: string, known = 0): Promise<Email> {
    await expect
      .poll(async () => (await this.mailsTo(address)).length, {
        ...PATIENCE,
        message: `a mail to ${address}`,
      })
      .toBeGreaterThan(known);
    const mail = (await this.mailsTo(address)).at(-1);
    if (mail === undefined) throw new Error(`No mail to ${address}`);
    return mail;
  }

  /** The six digits of the newest sign-in code. */
  async waitForCode(address: string, known = 0): Promise<string> {
    const mail = await this.waitForMail(address, known);
    const code = /\b\d{6}\b/.exec(mail.text ?? "")?.[0];
    if (code === undefined) throw new Error(`No code in the mail "${mail.subject}" to ${address}`);
    return code;
  }

  /** The link to the given page, such as `/reset-password`, in the newest mail that has one. */
  async waitForLink(address: string, page: string): Promise<string> {
    const find = async () => (await this.mailsTo(address)).flatMap((mail) => linksTo(page, mail));
    await expect
      .poll(async () => (await find()).length, {
        ...PATIENCE,
        message: `a link to ${page} in a mail to ${address}`,
      })
      .toBeGreaterThan(0);
    return (await find()).at(-1) ?? "";
  }

  async #readNew(): Promise<void> {
    const files = await readdir(this.#outbox).catch(() => []);
    for (const file of files.filter((name) => name.endsWith(".eml")).toSorted()) {
      if (this.#mails.has(file)) continue;
      this.#mails.set(file, await PostalMime.parse(await readFile(join(this.#outbox, file))));
    }
  }
}

function linksTo(page: string, mail: Email): string[] {
  const links = (mail.text ?? "").match(/https?:\/\/[^\s<>"]+/g) ?? [];
  return links.filter((url) => new URL(url).pathname === page);
}
